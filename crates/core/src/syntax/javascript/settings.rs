//! What settings of bundlers and frameworks call modules (`resolve.alias` of Vite, `alias` of Svelte and Nuxt), as far as it is
//! spelled out. Such settings are programs: what they compute is left alone.

use oxc_ast::ast::{Argument, ArrayExpression, Expression, NewExpression, ObjectExpression, ObjectProperty};
use oxc_ast_visit::{Visit, walk};

use super::expression::path;
use super::parsed;
use super::references::is_import_meta;

/// What settings spell out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Spelled {
    /// Names of modules, each with what it stands for: a path from the directory of the settings begins with a dot.
    pub(crate) aliases: Vec<(String, String)>,
    /// Where the sources lie.
    pub(crate) sources: Option<String>,
}

/// What settings with such a text spell out; nothing if they cannot be read.
pub(crate) fn spelled(path: &str, text: &str) -> Spelled {
    // Most say nothing of it, and need not be parsed.
    if !text.contains("alias") && !text.contains("srcDir") {
        return Spelled::default();
    }
    let read = |program: &oxc_ast::ast::Program| {
        let mut reader = Reader::default();
        reader.visit_program(program);
        reader.0
    };
    parsed(path, text, read).unwrap_or_default()
}

#[derive(Default)]
struct Reader(Spelled);

impl<'a> Visit<'a> for Reader {
    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        match property.key.static_name().as_deref() {
            Some("alias") => match property.value.get_inner_expression() {
                Expression::ObjectExpression(object) => self.0.aliases.extend(named(object)),
                Expression::ArrayExpression(array) => self.0.aliases.extend(listed(array)),
                _ => {}
            },
            Some("srcDir") => self.0.sources = place(&property.value).or(self.0.sources.take()),
            _ => {}
        }
        walk::walk_object_property(self, property);
    }
}

/// `{ "@": "./src" }`
fn named(object: &ObjectExpression) -> Vec<(String, String)> {
    let properties = object.properties.iter().filter_map(|property| property.as_property());
    let pair =
        |property: &ObjectProperty| Some((property.key.static_name()?.into_owned(), place(&property.value)?));
    properties.filter_map(pair).collect()
}

/// `[{ find: "@", replacement: "./src" }]`
fn listed(array: &ArrayExpression) -> Vec<(String, String)> {
    let objects =
        array.elements.iter().filter_map(|element| match element.as_expression()?.get_inner_expression() {
            Expression::ObjectExpression(object) => Some(object),
            _ => None,
        });
    let pair = |object: &ObjectExpression| {
        let said = named(object);
        let of = |key: &str| said.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
        Some((of("find")?, of("replacement")?))
    };
    objects.filter_map(|object| pair(object)).collect()
}

/// What an expression spells out: a text, or a path from the directory of the settings in one of its usual forms.
fn place(expression: &Expression) -> Option<String> {
    match expression.get_inner_expression() {
        Expression::StringLiteral(text) => Some(text.value.to_string()),
        Expression::TemplateLiteral(template) => {
            let texts: Vec<&str> = template
                .quasis
                .iter()
                .filter_map(|part| Some(part.value.cooked.as_ref()?.as_str()))
                .collect();
            match (template.expressions.as_slice(), texts.as_slice()) {
                ([], [text]) => Some((*text).to_owned()),
                ([start], ["", rest]) if is_own_directory(start) => Some(format!(".{rest}")),
                _ => None,
            }
        }
        Expression::NewExpression(new) => url(new),
        Expression::CallExpression(call) => {
            let called = path(&call.callee)?;
            let given: Vec<&Expression> = call.arguments.iter().filter_map(Argument::as_expression).collect();
            if given.len() != call.arguments.len() {
                return None;
            }
            match (called.rsplit('.').next()?, given.as_slice()) {
                ("fileURLToPath", [one]) => place(one),
                ("resolve" | "join", [start, rest @ ..]) => {
                    let start = if is_own_directory(start) { String::new() } else { place(start)? };
                    let rest = rest.iter().map(|part| place(part)).collect::<Option<Vec<_>>>()?;
                    let is_absolute = start.starts_with('/') || rest.iter().any(|part| part.starts_with('/'));
                    (!is_absolute).then(|| format!("./{start}/{}", rest.join("/")))
                }
                _ => None,
            }
        }
        // `new URL("./src", import.meta.url).pathname`
        other => {
            let member = other.as_member_expression()?;
            match (member.object().get_inner_expression(), member.static_property_name()?) {
                (Expression::NewExpression(new), "pathname" | "href") => url(new),
                _ => None,
            }
        }
    }
}

/// `new URL("./src", import.meta.url)`
fn url(new: &NewExpression) -> Option<String> {
    let [to, from] = new.arguments.as_slice() else { return None };
    let is_url = path(&new.callee).is_some_and(|name| name == "URL");
    let to = place(to.as_expression()?)?;
    (is_url && is_of_own_file(from.as_expression()?, "url") && !to.contains(':')).then(|| format!("./{to}"))
}

/// `__dirname`, `import.meta.dirname`, `process.cwd()`
fn is_own_directory(expression: &Expression) -> bool {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => name.name == "__dirname",
        Expression::CallExpression(call) => path(&call.callee).is_some_and(|name| name == "process.cwd"),
        other => is_of_own_file(other, "dirname"),
    }
}

/// `import.meta.url`
fn is_of_own_file(expression: &Expression, property: &str) -> bool {
    expression.get_inner_expression().as_member_expression().is_some_and(|member| {
        is_import_meta(member.object()) && member.static_property_name() == Some(property)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spelled_out_is_read_and_what_is_computed_is_not() {
        let text = r"
            import { defineConfig } from 'vite';
            export default defineConfig(({ mode }) => ({
                plugins: [vue({ alias: found })],
                resolve: { alias: {
                    '@': path.resolve(__dirname, './src'), '~': fileURLToPath(new URL('./src', import.meta.url)),
                    lib: resolve(import.meta.dirname, 'src', 'lib'), ui: `${__dirname}/ui`, root: '/src', pkg: 'other',
                    url: new URL('./u', import.meta.url).pathname, here: path.join(process.cwd(), 'src'),
                    computed: path.resolve(base, 'src'), also: mode, [key]: 'x', ...more, far: path.resolve('/etc'),
                } },
                test: { alias: [{ find: '#', replacement: './tests' }, { find: /^x/, replacement: './x' }] },
            } as UserConfig));
        ";
        let found = spelled("vite.config.ts", text);
        let expected = [
            ("@", ".//./src"),
            ("~", "././src"),
            ("lib", ".//src/lib"),
            ("ui", "./ui"),
            ("root", "/src"),
            ("pkg", "other"),
            ("url", "././u"),
            ("here", ".//src"),
            ("#", "./tests"),
        ];
        let expected: Vec<(String, String)> =
            expected.iter().map(|(name, place)| ((*name).to_owned(), (*place).to_owned())).collect();
        assert_eq!(found.aliases, expected);
        assert_eq!(
            spelled("nuxt.config.ts", "export default { srcDir: 'src/' }").sources.as_deref(),
            Some("src/")
        );
        assert_eq!(spelled("vite.config.ts", "export default { alias: {"), Spelled::default());
    }
}
