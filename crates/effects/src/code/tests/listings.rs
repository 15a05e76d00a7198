//! Loops over listings that delete: what they take as a whole, and what only fits a test.

use super::{Language, check};

#[test]
fn a_loop_over_everything_deletes_it_all() {
    check(
        Language::Ruby,
        &[
            ("Dir.glob('src/**/*').each { |f| File.delete(f) }", &["delete src/ with all below"]),
            ("Dir['**/*'].each { |f| File.delete(f) if File.file?(f) }", &["delete . with all below"]),
            (
                "Dir.glob('**/*').select { |f| File.file?(f) }.each { |f| File.delete f }",
                &["delete . with all below"],
            ),
            ("Pathname.new('a').find { |p| p.delete if p.file? }", &["list a", "delete a/ with all below"]),
            ("Dir.glob('**/*').select(&:file?).each { |f| File.delete f }", &["delete . with all below"]),
            (
                "Dir.glob('**/*').each { |f| next if File.directory?(f); File.delete f }",
                &["delete . with all below"],
            ),
        ],
    );
    check(
        Language::Python,
        &[
            (
                "for r, d, fs in os.walk('a'):\n  for f in fs: os.remove(os.path.join(r, f))",
                &["list a", "delete a/ with all below"],
            ),
            ("[p.unlink() for p in Path('a').rglob('*') if p.is_file()]", &["delete a/ with all below"]),
            (
                "for n in os.listdir('a'):\n  p = os.path.join('a', n)\n  if os.path.isdir(p): shutil.rmtree(p)",
                &["list a", "delete a/* with all below"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[
            (
                "fs.readdirSync('a', {recursive: true}).forEach(f => fs.unlinkSync('a/' + f))",
                &["list a", "delete a/ with all below"],
            ),
            (
                "require('fast-glob').sync('**/*').forEach(f => fs.unlinkSync(f))",
                &["delete . with all below"],
            ),
        ],
    );
    check(
        Language::Php,
        &[(
            "foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator('a')) as $f) { if ($f->isFile()) unlink($f->getPathname()); }",
            &["list a", "delete a/ with all below"],
        )],
    );
    check(
        Language::Perl,
        &[
            ("find(sub { -f && unlink $_ }, 'a')", &["list a", "delete a/ with all below"]),
            ("opendir(my $d, 'a'); unlink \"a/$_\" for readdir $d", &["list a", "delete a/*"]),
            ("unlink for glob('* .*')", &["delete *", "delete .*"]),
        ],
    );
    check(
        Language::Elixir,
        &[("Path.wildcard(\"**/*\") |> Enum.each(&File.rm/1)", &["delete . with all below"])],
    );
}

#[test]
fn a_test_of_more_than_the_kind_takes_only_some() {
    check(
        Language::Ruby,
        &[
            ("Dir.glob('**/*').each { |f| File.delete(f) if f.end_with?('.o') }", &["delete . as tested"]),
            ("Dir.glob('**/*').each { |f| File.delete(f) if File.size(f) == 0 }", &["delete . as tested"]),
        ],
    );
    check(
        Language::Python,
        &[
            (
                "[p.unlink() for p in Path('a').rglob('*') if p.is_file() and p.suffix in old]",
                &["delete a/ as tested"],
            ),
            (
                "[shutil.rmtree(p) for p in Path('.').rglob('__pycache__')]",
                &["delete ./**/__pycache__ with all below"],
            ),
            ("[os.remove(f) for f in glob.glob('**/*.pyc')]", &["delete **/*.pyc"]),
        ],
    );
    check(
        Language::JavaScript,
        &[(
            "for (const f of fs.readdirSync('a', {recursive: true})) if (f.endsWith('.map')) fs.unlinkSync('a/' + f)",
            &["list a", "delete a/ as tested"],
        )],
    );
    check(Language::Perl, &[("find(sub { unlink if /\\.bak$/ }, 'a')", &["list a", "delete a/ as tested"])]);
}

#[test]
fn directories_that_are_empty_hold_nothing_to_lose() {
    check(
        Language::Python,
        &[(
            "for r, d, f in os.walk('a', topdown=False):\n  for x in d: os.rmdir(os.path.join(r, x))",
            &["list a", "delete a/ as tested"],
        )],
    );
}
