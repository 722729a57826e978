<?php
// Prints its version; then, for each line of bytes in hex, what each function that is named makes of them, likewise.
echo "PHP ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, "\n";
$names = array_slice($argv, 1);
while (($line = fgets(STDIN)) !== false) {
    $text = hex2bin(rtrim($line));
    echo implode(",", array_map(fn($name) => bin2hex($name($text)), $names)), "\n";
}
