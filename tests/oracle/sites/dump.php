<?php
// An independent list of the calls and uses in PHP files, made by nikic/php-parser, to compare ragraf with. It shares no
// code and no grammar with ragraf. It prints one line for each and draws no conclusion:
//
//   php dump.php < list-of-paths
//   ok PATH                        the file was parsed; its lines follow
//   LINE KIND NAME(ARGUMENTS)      names resolved by namespace and imports, `a|b` where PHP looks twice

require '/usr/share/php/PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;

ini_set('memory_limit', '-1');
ini_set('xdebug.max_nesting_level', '-1');

final class Dump extends PhpParser\NodeVisitorAbstract
{
    public function enterNode(Node $n)
    {
        if ($n instanceof Expr\FuncCall) {
            $named = $n->name instanceof Node\Name;
            $this->out($n->name, $named ? 'function' : 'dynamic', ($named ? self::twice($n->name) : '') . self::arguments($n));
        } elseif ($n instanceof Expr\MethodCall || $n instanceof Expr\NullsafeMethodCall) {
            $named = $n->name instanceof Node\Identifier;
            $this->out($n->name, $named ? 'method' : 'dynamic', ($named ? $n->name->name : '') . self::arguments($n));
        } elseif ($n instanceof Expr\StaticCall) {
            // `$class::m()` is a static call where the class is known, which is not asked here.
            if ($n->name instanceof Node\Identifier && $n->class instanceof Node\Name) {
                $this->out($n->name, 'static', $n->class->toString() . '::' . $n->name->name . self::arguments($n));
            }
        } elseif ($n instanceof Expr\New_) {
            if ($n->class instanceof Node\Name) {
                $this->out($n->class, 'new', $n->class->toString() . self::arguments($n));
            }
        } elseif ($n instanceof Expr\Include_) {
            $this->out($n, 'include', '');
        } elseif ($n instanceof Expr\PropertyFetch || $n instanceof Expr\NullsafePropertyFetch) {
            if ($n->name instanceof Node\Identifier) {
                $this->out($n->name, 'property', $n->name->name);
            }
        } elseif ($n instanceof Expr\StaticPropertyFetch) {
            if ($n->name instanceof Node\VarLikeIdentifier) {
                $this->out($n->name, 'static_property', $n->name->name);
            }
        } elseif ($n instanceof Expr\ClassConstFetch && $n->name instanceof Node\Identifier) {
            if (strtolower($n->name->name) === 'class') {
                $this->named($n->class, 'class_name');
            } else {
                $this->out($n->name, 'class_constant', $n->name->name);
            }
        } elseif ($n instanceof Expr\ConstFetch) {
            if (!in_array(strtolower($n->name->toString()), ['true', 'false', 'null'])) {
                $this->out($n->name, 'constant', self::twice($n->name));
            }
        } elseif ($n instanceof Expr\Instanceof_) {
            $this->named($n->class, 'instanceof');
        } elseif ($n instanceof Node\Stmt\Catch_) {
            foreach ($n->types as $type) {
                $this->named($type, 'catch');
            }
        }
        if (!$n instanceof Node\NullableType) {
            foreach (['returnType', 'type'] as $key) {
                if (isset($n->$key) && $n->$key instanceof Node) {
                    $this->type($n->$key);
                }
            }
        }
    }

    private function type(Node $type): void
    {
        if ($type instanceof Node\NullableType) {
            $this->type($type->type);
        } elseif ($type instanceof Node\UnionType || $type instanceof Node\IntersectionType) {
            foreach ($type->types as $part) {
                $this->type($part);
            }
        } else {
            $this->named($type, 'type');
        }
    }

    /** A class by its name; the words for the class around are no use of another one. */
    private function named(Node $name, string $kind): void
    {
        if ($name instanceof Node\Name && !in_array(strtolower($name->toString()), ['self', 'static', 'parent'])) {
            $this->out($name, $kind, $name->toString());
        }
    }

    private static function twice(Node\Name $name): string
    {
        $first = $name->getAttribute('namespacedName');
        return $first === null ? $name->toString() : $first->toString() . '|' . $name->toString();
    }

    private static function arguments(Node $call): string
    {
        foreach ($call->args as $argument) {
            if ($argument instanceof Node\VariadicPlaceholder) {
                return '(first class)';
            }
            if ($argument->unpack) {
                return '(...)';
            }
        }
        return '(' . count($call->args) . ')';
    }

    private function out(Node $at, string $kind, string $name): void
    {
        echo $at->getStartLine(), ' ', $kind, ' ', $name, "\n";
    }
}

$lexer = new PhpParser\Lexer\Emulative(['usedAttributes' => ['startLine', 'endLine']]);
$parser = (new PhpParser\ParserFactory)->create(PhpParser\ParserFactory::PREFER_PHP7, $lexer);
while (($path = fgets(STDIN)) !== false) {
    $path = rtrim($path, "\n");
    try {
        $tree = $parser->parse(file_get_contents($path));
    } catch (PhpParser\Error $e) {
        continue;
    }
    echo "ok $path\n";
    $traverser = new PhpParser\NodeTraverser;
    $traverser->addVisitor(new PhpParser\NodeVisitor\NameResolver);
    $traverser->addVisitor(new Dump);
    $traverser->traverse($tree);
}
