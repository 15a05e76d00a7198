//! Changes what runs elsewhere.
//!
//! What: asks before something is deployed, changed or deleted in a cloud, a cluster, a container runtime or at a forge:
//! `terraform apply`, `terraform destroy`, `cdk deploy`, `aws … delete-*`, `kubectl delete`, `helm uninstall`,
//! `docker system prune`, `docker stop $(docker ps -q)`, `gh repo delete`, a request that deletes at another machine, by `curl` or by code; and before a container
//! gets the rights of this machine, also by a compose file. Free: plans, diffs, dry runs, listings, logs, help.
//!
//! Why: it reaches users and costs money, and no repository can take it back.
//!
//! Instead: show the plan, and let the person apply it.

use hookward_effects::{Action, Deed};

use super::rehearsal::{Rehearsals, advice};
use crate::rule::{Against, BEFORE, Case, Rule, asks, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/infrastructure-change",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("infrastructure_change.rs"),
    judge,
    examples: &[
        asks("terraform -chdir=infra apply -auto-approve"),
        asks("terraform destroy"),
        asks("npx cdk destroy --force"),
        asks("npx aws-cdk@2 destroy"),
        asks("yarn cdk destroy"),
        asks("aws ec2 terminate-instances --instance-ids i-0abc"),
        asks("aws s3 rb s3://prod-assets --force"),
        asks("gcloud compute instances delete web-1 --quiet"),
        asks("az group delete -n prod --yes"),
        asks("kubectl --context prod delete pods --all -n web"),
        asks("helm uninstall api -n prod"),
        asks("docker rm -f $(docker ps -aq)"),
        asks("docker ps -q | xargs docker stop"),
        passes("docker stop $(docker ps -q --filter name=web)"),
        asks("gh repo delete acme/shop --yes"),
        asks("curl -X DELETE https://api.example.com/items/1"),
        asks("python3 -c \"import requests; requests.delete('https://api.example.com/items/1')\""),
        asks("node -e \"fetch('https://api.example.com/items/1', {method: 'DELETE'})\""),
        passes("node -e \"fetch('http://localhost:3000/items/1', {method: 'DELETE'})\""),
        passes("kubectl delete -h"),
        passes("aws s3api delete-object help"),
        passes("terraform plan -destroy"),
        passes("kubectl get pods -n web"),
        passes("kubectl delete pod x --dry-run=server"),
        passes("aws s3 ls s3://assets"),
        passes("helm template ./chart"),
        passes("docker ps -a"),
        passes("echo 'would run: terraform destroy'"),
    ],
};

const SHOWN: Rehearsals = &[
    (&["terraform", "tf"], "terraform plan"),
    (&["tofu", "opentofu"], "tofu plan"),
    (&["terragrunt"], "terragrunt plan"),
    (&["pulumi"], "pulumi preview"),
    (&["cdk", "aws-cdk"], "cdk diff"),
    (&["kubectl", "k", "kubecolor"], "kubectl get all"),
    (&["oc"], "oc get all"),
    (&["helm", "helm3"], "helm list"),
    (&["docker"], "docker system df"),
    (&["podman"], "podman system df"),
    (&["gh"], "gh repo view"),
    (&["glab"], "glab repo view"),
];

fn judge(case: &Case) -> Vec<Finding> {
    let changes = case.facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Deed(Deed::Deploy, what) => Some((effect, what)),
        _ => None,
    });
    changes
        .map(|(effect, what)| Finding {
            why: format!("it {what}").into(),
            instead: advice(case, effect, "show what would change, and let the person do it", SHOWN),
            ..Rule::objection(RULE.id, Decision::Ask, case, effect)
        })
        .collect()
}
