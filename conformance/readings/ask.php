<?php
// Prints its version; then, for each line of bytes in hex, what urldecode and rawurldecode make of them, likewise.
echo "PHP ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    $text = hex2bin(rtrim($line));
    echo bin2hex(urldecode($text)), ",", bin2hex(rawurldecode($text)), "\n";
}
