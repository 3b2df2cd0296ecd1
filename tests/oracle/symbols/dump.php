<?php
// An independent list of the declarations of PHP files, made by nikic/php-parser, to compare ragraf with. It shares no
// code and no grammar with ragraf. It prints one JSON object a line and draws no conclusion.
//
//   php dump.php ROOT < list-of-relative-paths
//   {"path","ok":true}            the file was parsed
//   {"path","error":"message"}    php-parser could not parse it
//   {"path","kind","fqn","start_line","end_line"}

require '/usr/share/php/PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

ini_set('memory_limit', '-1');
ini_set('zend.assertions', '0');
ini_set('xdebug.max_nesting_level', '-1');

final class Dump extends PhpParser\NodeVisitorAbstract
{
    /** @var list<string|null> qualified names of the class-like elements around, null for a function */
    private array $owners = [];
    /** @var array<string, int> */
    private array $unnamed = [];
    /** @var int[] offsets of line starts */
    private array $lines;

    public function __construct(private string $path, private string $code, private array $tokens)
    {
        // ragraf ends a line at \n, \r\n and a lone \r; php-parser 4 counts \n only. So lines are counted from offsets.
        preg_match_all('/\r\n|\n|\r/', $code, $m, PREG_OFFSET_CAPTURE);
        $this->lines = [0];
        foreach ($m[0] as [$eol, $at]) {
            $this->lines[] = $at + strlen($eol);
        }
    }

    private function line(int $offset): int
    {
        $low = 0;
        $high = count($this->lines) - 1;
        while ($low < $high) {
            $middle = ($low + $high + 1) >> 1;
            if ($this->lines[$middle] <= $offset) {
                $low = $middle;
            } else {
                $high = $middle - 1;
            }
        }
        return $low + 1;
    }

    private function emit(string $kind, string $fqn, Node $node): void
    {
        $start = $node->getStartFilePos();
        // php-parser 4 begins an attributed function, class or closure at its keyword; ragraf at its first attribute.
        foreach ($node->attrGroups ?? [] as $group) {
            $start = min($start, $group->getStartFilePos());
        }
        echo json_encode([
            'path' => $this->path,
            'kind' => $kind,
            'fqn' => $fqn,
            'start_line' => $this->line($start),
            'end_line' => $this->line($node->getEndFilePos()),
        ], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    }

    /** The line of the keyword `class`, which names an anonymous class. */
    private function keywordLine(Stmt\Class_ $node): int
    {
        $at = $node->getStartTokenPos();
        foreach ($node->attrGroups as $group) {
            $at = max($at, $group->getEndTokenPos() + 1);
        }
        while (!is_array($this->tokens[$at]) || $this->tokens[$at][0] !== T_CLASS) {
            $at++;
        }
        $offset = 0;
        for ($i = 0; $i < $at; $i++) {
            $offset += strlen(is_array($this->tokens[$i]) ? $this->tokens[$i][1] : $this->tokens[$i]);
        }
        return $this->line($offset);
    }

    private function owner(): ?string
    {
        return $this->owners === [] ? null : $this->owners[count($this->owners) - 1];
    }

    public function enterNode(Node $node)
    {
        if ($node instanceof Stmt\ClassLike) {
            $this->classLike($node);
        } elseif ($node instanceof Stmt\Function_) {
            $this->emit('function', (string) $node->namespacedName, $node);
            $this->owners[] = null;
        } elseif ($node instanceof Expr\Closure || $node instanceof Expr\ArrowFunction) {
            $this->owners[] = null;
        } elseif ($node instanceof Stmt\ClassMethod) {
            $this->emit('method', $this->owner() . '::' . $node->name, $node);
            foreach ($node->params as $param) {
                if ($param->flags !== 0 && $param->var instanceof Expr\Variable) {
                    $this->emit('property', $this->owner() . '::$' . $param->var->name, $param);
                }
            }
            $this->owners[] = null;
        } elseif ($node instanceof Stmt\Property) {
            foreach ($node->props as $prop) {
                $one = count($node->props) === 1 ? $node : $prop;
                $this->emit('property', $this->owner() . '::$' . $prop->name, $one);
            }
        } elseif ($node instanceof Stmt\ClassConst) {
            foreach ($node->consts as $const) {
                $one = count($node->consts) === 1 ? $node : $const;
                $this->emit('constant', $this->owner() . '::' . $const->name, $one);
            }
        } elseif ($node instanceof Stmt\EnumCase) {
            $this->emit('enum_case', $this->owner() . '::' . $node->name, $node);
        } elseif ($node instanceof Stmt\Const_) {
            foreach ($node->consts as $const) {
                $one = count($node->consts) === 1 ? $node : $const;
                $this->emit('constant', (string) $const->namespacedName, $one);
            }
        } elseif ($node instanceof Expr\FuncCall && $node->name instanceof Node\Name) {
            $this->define($node);
        }
        return null;
    }

    public function leaveNode(Node $node)
    {
        if (
            $node instanceof Stmt\ClassLike || $node instanceof Stmt\Function_ || $node instanceof Stmt\ClassMethod ||
            $node instanceof Expr\Closure || $node instanceof Expr\ArrowFunction
        ) {
            array_pop($this->owners);
        }
        return null;
    }

    private function classLike(Stmt\ClassLike $node): void
    {
        if ($node->name === null) {
            $fqn = 'class@anonymous#' . $this->path . ':' . $this->keywordLine($node);
            $count = $this->unnamed[$fqn] = ($this->unnamed[$fqn] ?? 0) + 1;
            $fqn .= $count > 1 ? ":$count" : '';
        } else {
            $fqn = (string) $node->namespacedName;
        }
        $kind = match (true) {
            $node instanceof Stmt\Interface_ => 'interface',
            $node instanceof Stmt\Trait_ => 'trait',
            $node instanceof Stmt\Enum_ => 'enum',
            default => 'class',
        };
        $this->emit($kind, $fqn, $node);
        $this->owners[] = $fqn;
    }

    private function define(Expr\FuncCall $node): void
    {
        if (strtolower($node->name->toString()) !== 'define' || !isset($node->args[0])) {
            return;
        }
        $name = $node->args[0];
        if ($name instanceof Node\Arg && $name->value instanceof Node\Scalar\String_) {
            $this->emit('constant', ltrim($name->value->value, '\\'), $node);
        }
    }
}

/** ragraf reads `<?` as an opening tag, whatever the PHP at hand is configured to do; `<?xml` it does not. */
function withLongTags(string $code): string
{
    for ($from = 0;;) {
        $at = 0;
        $found = -1;
        foreach (token_get_all($code) as $token) {
            $text = is_array($token) ? $token[1] : $token;
            if (
                is_array($token) && $token[0] === T_INLINE_HTML &&
                preg_match('/<\?(?!xml\b)(?!=)(?!php\s)/i', $text, $m, PREG_OFFSET_CAPTURE, max(0, $from - $at))
            ) {
                $found = $at + $m[0][1];
                break;
            }
            $at += strlen($text);
        }
        if ($found < 0) {
            return $code;
        }
        $code = substr($code, 0, $found) . '<?php ' . substr($code, $found + 2);
        $from = $found + 6;
    }
}

$root = $argv[1];
$lexer = new PhpParser\Lexer\Emulative([
    'usedAttributes' => ['startFilePos', 'endFilePos', 'startTokenPos', 'endTokenPos', 'startLine', 'endLine'],
]);
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::ONLY_PHP7, $lexer);
while (($path = fgets(STDIN)) !== false) {
    $path = rtrim($path, "\n");
    $code = file_get_contents("$root/$path");
    // The byte order mark is no part of the text that ragraf sees.
    if (str_starts_with($code, "\xEF\xBB\xBF")) {
        $code = substr($code, 3);
    }
    $code = str_contains($code, '<?') ? withLongTags($code) : $code;
    try {
        $nodes = $parser->parse($code) ?? [];
        $traverser = new PhpParser\NodeTraverser();
        $traverser->addVisitor(new PhpParser\NodeVisitor\NameResolver(null, ['preserveOriginalNames' => true]));
        $traverser->addVisitor(new Dump($path, $code, $lexer->getTokens()));
        ob_start();
        $traverser->traverse($nodes);
        ob_end_flush();
        echo json_encode(['path' => $path, 'ok' => true], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
    } catch (Throwable $error) {
        if (ob_get_level() > 0) {
            ob_end_clean();
        }
        echo json_encode(
            ['path' => $path, 'error' => $error->getMessage()],
            JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE,
        ), "\n";
    }
}
