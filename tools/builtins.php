<?php
$f = get_defined_functions()['internal']; sort($f);
$c = array_filter(array_merge(get_declared_classes(), get_declared_interfaces(), get_declared_traits()), fn($n) => (new ReflectionClass($n))->isInternal()); $c = array_unique(array_values($c)); sort($c);
$k = array_keys(array_merge(...array_values(array_diff_key(get_defined_constants(true), ['user'=>1])))); sort($k);
echo count($f), " ", count($c), " ", count($k), "\n";
file_put_contents($argv[1], json_encode(["source" => "PHP ".PHP_VERSION." with extensions: ".implode(" ", array_filter(get_loaded_extensions(), fn($e)=>!in_array($e,["xdebug"]))), "functions" => implode(" ", array_filter($f, fn($n)=>!str_starts_with($n,"xdebug_"))), "classes" => implode(" ", $c)], JSON_UNESCAPED_SLASHES|JSON_PRETTY_PRINT));
