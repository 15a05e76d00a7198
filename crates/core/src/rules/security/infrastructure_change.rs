//! Changes what runs elsewhere.
//!
//! What: asks before something is deployed, changed or deleted in a cloud, a cluster or a container runtime:
//! `terraform apply`, `terraform destroy`, `cdk deploy`, `aws … delete-*`, `kubectl delete`, `helm uninstall`,
//! `docker system prune`. Free: plans, diffs, dry runs, listings, logs.
//!
//! Why: it reaches users and costs money, and no repository can take it back.
//!
//! Instead: show the plan, and let the person apply it.

use hookward_effects::{Action, Deed};

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
        passes("terraform plan -destroy"),
        passes("kubectl get pods -n web"),
        passes("kubectl delete pod x --dry-run=server"),
        passes("aws s3 ls s3://assets"),
        passes("helm template ./chart"),
        passes("docker ps -a"),
        passes("echo 'would run: terraform destroy'"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let changes = case.facts.effects.iter().filter_map(|effect| match &effect.action {
        Action::Deed(Deed::Deploy, what) => Some((effect, what)),
        _ => None,
    });
    changes
        .map(|(effect, what)| Finding {
            why: format!("it {what}").into(),
            instead: "show what would change, and let the person do it: `terraform plan`".into(),
            ..Rule::objection(RULE.id, Decision::Ask, case, effect)
        })
        .collect()
}
