<?php
// Prints its version. Then reads lines of bytes in hex, and for each prints the results of the named functions in hex.
echo "PHP ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, "\n";

// Returns the parts of a URL as JSON, or "error".
function url_parts($text) {
    $parts = parse_url($text);
    if ($parts === false) return "error";
    return json_encode(array_map(fn($name) => $parts[$name] ?? null, ["scheme", "host", "port", "path"]));
}

$names = array_slice($argv, 1);
while (($line = fgets(STDIN)) !== false) {
    $text = hex2bin(rtrim($line));
    echo implode(",", array_map(fn($name) => bin2hex($name($text)), $names)), "\n";
}
