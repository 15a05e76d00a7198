//! Clouds, vaults and other machines, by their libraries; and code that runs in a roundabout way.

use super::{Language, check};

#[test]
fn what_a_cloud_or_vault_keeps_secret_is_secret_once_it_is_had() {
    const SECRET: &str = "print ?<a secret of a cloud or vault>";
    check(
        Language::Python,
        &[
            (
                "import boto3; print(boto3.client('secretsmanager').get_secret_value(SecretId='x')['S'])",
                &[SECRET],
            ),
            (
                "import boto3; print(boto3.client('ssm').get_parameter(Name='x', WithDecryption=True))",
                &[SECRET],
            ),
            ("import boto3; print(boto3.client('ssm').get_parameter(Name='x'))", &["print ?"]),
            ("import boto3; print(boto3.client('s3').list_buckets())", &["print ?"]),
            ("import hvac; print(hvac.Client().secrets.kv.read_secret_version(path='x'))", &[SECRET]),
        ],
    );
    check(
        Language::JavaScript,
        &[(
            "const {A, GetSecretValueCommand: G} = require('@aws-sdk/client-secrets-manager'); new A({}).send(new G({})).then(r => console.log(r.S))",
            &[SECRET],
        )],
    );
}

#[test]
fn what_is_deleted_elsewhere_and_what_is_sent_there_is_said() {
    check(
        Language::Python,
        &[
            ("import boto3; boto3.client('ec2').terminate_instances(InstanceIds=['i'])", &["deploy"]),
            ("from kubernetes import client; client.CoreV1Api().delete_namespace('x')", &["deploy"]),
            (
                "import requests; requests.delete('https://a.example/b')",
                &["erase https://a.example/b", "fetch https://a.example/b"],
            ),
            (
                "import requests; requests.request('delete', 'https://a.example/b')",
                &["erase https://a.example/b", "fetch https://a.example/b"],
            ),
            ("import requests; requests.get('https://a.example/b')", &["fetch https://a.example/b"]),
            ("import boto3; boto3.client('sqs').delete_message(QueueUrl='x')", &[]),
            (
                "import boto3; boto3.client('s3').upload_file('a', 'b', 'c')",
                &["read a", "send ?<file a> to ?"],
            ),
            ("from fabric import Connection; Connection('h').put('a')", &["read a", "send ?<file a> to ?"]),
        ],
    );
}

#[test]
fn text_that_a_library_evaluates_is_code() {
    check(
        Language::Python,
        &[
            ("import timeit; timeit.timeit('os.system(\"ls\")', 'import os', number=1)", &["shell ls"]),
            ("import cProfile; cProfile.run('import os; os.system(\"ls\")')", &["shell ls"]),
            (
                "import code; code.InteractiveInterpreter().runsource('import os; os.system(\"ls\")')",
                &["shell ls"],
            ),
            ("import yaml; yaml.unsafe_load('!!python/object/apply:os.system [\"ls\"]')", &["shell ls"]),
            ("import yaml; yaml.safe_load('a: 1')", &[]),
            (
                "import yaml, requests; yaml.load(requests.get('https://a.b/c').text, Loader=yaml.SafeLoader)",
                &["fetch https://a.b/c"],
            ),
            ("import operator, os; operator.methodcaller('system', 'ls')(os)", &["shell ls"]),
            ("class R:\n  def __reduce__(s):\n    import os\n    return (os.system, ('ls',))", &["shell ls"]),
        ],
    );
    check(
        Language::JavaScript,
        &[
            (
                "new (require('worker_threads').Worker)('require(\"child_process\").execSync(\"ls\")', {eval: true})",
                &["shell ls"],
            ),
            ("setTimeout(require('child_process').execSync, 0, 'ls')", &["shell ls"]),
            ("require('child_process').execSync.bind(null, 'ls')()", &["shell ls"]),
        ],
    );
}
