//! Properties that a build is given among its words: which of them only say how it works, or what it tells.

const MAVEN: &[&str] = &["mvn", "mvnw", "mvnd"];
const GRADLE: &[&str] = &["gradle", "gradlew"];

/// Properties of Maven, of which a star stands for any that begin so. Tests of integration have a goal of their own.
#[rustfmt::skip]
const OF_MAVEN: &[&str] = &[
    "style.color", "trimStackTrace", "skipITs", "surefire.useFile", "surefire.printSummary", "surefire.trimStackTrace",
    "surefire.reportFormat", "org.slf4j.simpleLogger.*", "maven.wagon.*", "maven.javadoc.skip", "maven.source.skip", "checkstyle.skip",
    "spotless.check.skip", "spotbugs.skip", "pmd.skip", "gpg.skip", "enforcer.skip", "java.awt.headless", "file.encoding",
];

/// Properties of Gradle itself.
#[rustfmt::skip]
const OF_GRADLE: &[&str] = &[
    "org.gradle.daemon", "org.gradle.parallel", "org.gradle.caching", "org.gradle.configureondemand", "org.gradle.configuration-cache",
    "org.gradle.workers.max", "org.gradle.logging.*", "org.gradle.console", "org.gradle.warning.mode", "org.gradle.vfs.watch",
    "org.gradle.welcome", "org.gradle.priority", "file.encoding",
];

/// Tasks of Gradle without which it compiles and tests the same; of one that ends in a star, any that begin so.
#[rustfmt::skip]
const DISPENSABLE: &[&str] = &[
    "lint*", "checkstyle*", "spotless*", "ktlint*", "detekt*", "pmd*", "spotbugs*", "javadoc*", "dokka*", "jacoco*", "kover*", "distZip",
    "distTar", "bootDistZip", "bootDistTar", "bootJar", "bootWar", "shadowJar", "shadowDistZip", "shadowDistTar", "sourcesJar", "javadocJar",
    "sign*", "publish*", "asciidoctor*", "cyclonedx*", "license*", "rat", "sonar*",
];

/// Whether Gradle may leave out a task, in whichever project, and all tests are run as they are.
pub(super) fn is_dispensable_to_gradle(task: &str) -> bool {
    is_one_of(task.rsplit(':').next().unwrap_or(task), DISPENSABLE)
}

/// Parts of names by which a project's own property may choose among its tests.
const CHOOSING: &[&str] = &[
    "test", "skip", "only", "exclu", "inclu", "filter", "ignore", "quick", "fast", "disable", "module", "no",
];

/// Properties of .NET, of which a star stands for any that begin so.
#[rustfmt::skip]
const OF_DOTNET: &[&str] = &[
    "CollectCoverage", "CoverletOutput*", "Threshold*", "ContinuousIntegrationBuild", "TreatWarningsAsErrors", "WarningLevel",
    "Configuration", "NuGetAudit", "Deterministic",
];

/// Whether an option sets such a property: `-Dstyle.color=never`, `-PjdkVersion=21`.
pub(in crate::evidence) fn says_how(name: &str, option: &str, value: Option<&str>) -> bool {
    let of_system = option.strip_prefix("-D").filter(|own| !own.is_empty());
    let of_project = option.strip_prefix("-P").filter(|own| !own.is_empty());
    match (of_system, of_project) {
        (Some(own), _) if MAVEN.contains(&name) => is_one_of(own, OF_MAVEN),
        // What the machine is given besides its memory may be code.
        (Some("org.gradle.jvmargs"), _) if GRADLE.contains(&name) => {
            value.is_some_and(|value| value.split(' ').all(|word| word.starts_with("-Xm")))
        }
        (Some(own), _) if GRADLE.contains(&name) => is_one_of(own, OF_GRADLE),
        (_, Some(own)) if GRADLE.contains(&name) => {
            let own = own.to_ascii_lowercase();
            !own.contains('.') && !CHOOSING.iter().any(|part| own.contains(part))
        }
        _ => false,
    }
}

/// Whether a property of .NET, with its value, is such a one: `CollectCoverage=true`.
pub(super) fn says_how_to_dotnet(property: &str) -> bool {
    let is_single = !property.contains([';', ',']);
    is_single && property.split_once('=').is_some_and(|(own, _)| is_one_of(own, OF_DOTNET))
}

/// Whether a setting of cargo, with its value, is such a one: `net.offline=true`. A file by its path may set anything.
pub(super) fn says_how_to_cargo(setting: &str) -> bool {
    let key = setting.split_once('=').map_or("", |(key, _)| key.trim());
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
    !setting.contains('\n')
        && key.chars().all(is_plain)
        && is_one_of(
            key,
            &["net.*", "http.*", "term.*", "build.jobs", "build.incremental", "profile.dev.debug"],
        )
}

/// Whether what is tried of the next cargo leaves the tests as they are.
pub(super) fn is_plain_of_nightly(flag: &str) -> bool {
    matches!(
        flag,
        "unstable-options"
            | "build-std"
            | "sparse-registry"
            | "next-lockfile-bump"
            | "gitoxide"
            | "no-index-update"
            | "gc"
    )
}

/// Settings of PHP that leave what is run as it is.
pub(super) fn says_how_to_php(setting: &str) -> bool {
    let own = setting.split_once('=').map_or(setting, |(own, _)| own);
    is_one_of(
        own,
        &[
            "memory_limit",
            "max_execution_time",
            "display_errors",
            "xdebug.*",
            "pcov.enabled",
            "opcache.enable*",
        ],
    )
}

fn is_one_of(name: &str, known: &[&str]) -> bool {
    known.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *known,
    })
}
