<?php
// Line by line: php competitor.php decode|encode < in > out
ob_start(null, 1 << 18);
$decode = $argv[1] === "decode";
while (($line = fgets(STDIN)) !== false) {
    $text = rtrim($line, "\n");
    echo $decode ? rawurldecode($text) : rawurlencode($text), "\n";
}
