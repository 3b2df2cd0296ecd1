import { parseDocblock } from "/work/main/lib/lang/php/phpdoc.ts";
import { arrayShapes, typeAliases } from "/work/main/lib/lang/php/array_shapes.ts";
const d = parseDocblock(`/**
 * Adds a thing.
 *
 * Long text
 * here.
 * @param array{action:string, user_id?:int, 'a b': array{a:int}, nested: list<array{x: int, y?: string}>, ...} $data the data
 * @param $x Foo
 * @param $y The value
 * @param callable(int, string): bool $cb
 * @param int | null   $z text
 * @param Foo &$ref
 * @param string ...$rest
 * @phpstan-param array{
 *   id: int, // the id
 *   name?: string,
 * } $multi
 * @return array<string, Foo>|null maybe
 * @throws A|B
 * @method static Foo make(int $a, array $b = [])
 * @property-read \\App\\Bar $bar words
 * @template T of Foo
 * @phpstan-type Row array{id: int}
 * @phpstan-import-type X from Y as Z
 * @var ?int
 */`);
console.log(d, arrayShapes(d), typeAliases(d));
