# Prints its version; then, for each line of bytes in hex, what uri_unescape makes of them, likewise.
use strict;
use warnings;
use URI::Escape qw(uri_unescape);

printf "Perl %vd, URI::Escape %s\n", $^V, $URI::Escape::VERSION;
while (my $line = <STDIN>) {
    chomp $line;
    print unpack("H*", uri_unescape(pack("H*", $line))), "\n";
}
