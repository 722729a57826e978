# Prints its version. Then reads lines of bytes in hex, and for each prints the results of the named functions in hex.
use strict;
use warnings;
use Encode qw(decode_utf8 is_utf8 encode_utf8);
use URI;
use URI::Escape qw(uri_escape uri_escape_utf8 uri_unescape);

# Returns scheme, host, port and path, each in hex after an equals sign; a part that is absent is a hyphen.
sub url_parts {
    my $uri = URI->new(decode_utf8($_[0]));
    my %parts = map { my $name = $_; ($name => scalar($uri->can($name) ? $uri->$name : undef)) } qw(scheme host port path);
    # `port` returns the default port of the scheme if the URL has none.
    $parts{port} = undef unless $uri->can('port') && ($uri->authority // '') =~ /:\d+$/;
    return join ':', map { my $part = $parts{$_}; defined $part ? '=' . unpack('H*', is_utf8($part) ? encode_utf8($part) : $part) : '-' } qw(scheme host port path);
}

my %functions = (
    url_parts => \&url_parts,
    uri_unescape => sub { uri_unescape($_[0]) },
    uri_escape_utf8 => sub { my $text = $_[0]; utf8::decode($text); uri_escape_utf8($text) },
    uri_escape => sub { uri_escape($_[0]) },
    uri_escape_but_slash => sub { uri_escape($_[0], '^A-Za-z0-9\-._~/') },
);

printf "Perl %vd, URI::Escape %s\n", $^V, $URI::Escape::VERSION;
while (my $line = <STDIN>) {
    chomp $line;
    print join(",", map { unpack("H*", $functions{$_}->(pack("H*", $line))) } @ARGV), "\n";
}
