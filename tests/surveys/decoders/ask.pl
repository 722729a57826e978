# Prints its version. Then reads lines of bytes in hex, and for each prints the results of the named functions in hex.
use strict;
use warnings;
use URI::Escape qw(uri_escape uri_unescape);

my %functions = (
    uri_unescape => sub { uri_unescape($_[0]) },
    uri_escape => sub { uri_escape($_[0]) },
    uri_escape_but_slash => sub { uri_escape($_[0], '^A-Za-z0-9\-._~/') },
);

printf "Perl %vd, URI::Escape %s\n", $^V, $URI::Escape::VERSION;
while (my $line = <STDIN>) {
    chomp $line;
    print join(",", map { unpack("H*", $functions{$_}->(pack("H*", $line))) } @ARGV), "\n";
}
