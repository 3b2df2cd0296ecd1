// Questions about the bundled sample that the tests of answers share: for every operation at least one with an answer and
// one without, and the ways in which a question is refused.

export interface Question {
  op: string;
  input: Record<string, unknown>;
  found: boolean;
  /** Code of the problem, when the question is refused. */
  problem?: string;
}

const NOTHING = "0".repeat(40);

/** The answer of each holds facts. */
export const ANSWERED: readonly Question[] = [
  { op: "search", input: { query: "add an item to the cart" }, found: true },
  { op: "search", input: { query: "Cart::add", with_text: true }, found: true },
  { op: "search", input: { query: "price in cents", kinds: ["method", "function"] }, found: true },
  { op: "search", input: { query: "table cart_line", path: "migrations" }, found: true },
  { op: "search", input: { query: "invoice words amount" }, found: true },
  { op: "search", input: { query: "customer email", limit: 1 }, found: true },
  { op: "search", input: { query: "str_contains haystack needle" }, found: true },
  { op: "search", input: { query: "a cart belongs to one customer", path: "docs/**" }, found: true },
  { op: "symbol", input: { name: "Cart" }, found: true },
  { op: "symbol", input: { name: "cart" }, found: true },
  { op: "symbol", input: { name: "App\\Shop\\Cart::add" }, found: true },
  { op: "symbol", input: { name: "\\App\\Shop\\price_of" }, found: true },
  { op: "symbol", input: { name: "price", kind: "method" }, found: true },
  { op: "symbol", input: { name: "Cart::$items" }, found: true },
  { op: "symbol", input: { name: "Currency::Euro" }, found: true },
  { op: "symbol", input: { name: "SHOP_VERSION" }, found: true },
  { op: "symbol", input: { name: "__construct", path: "src/Shop" }, found: true },
  { op: "symbol", input: { name: "CartIsFull" }, found: true },
  { op: "symbol", input: { name: "LogsChanges" }, found: true },
  { op: "callers", input: { name: "price_of" }, found: true },
  { op: "callers", input: { name: "Cart::add", depth: 2 }, found: true },
  { op: "callees", input: { name: "CartController::store", depth: 3 }, found: true },
  { op: "references", input: { name: "Item" }, found: true },
  { op: "references", input: { name: "Currency::Euro" }, found: true },
  { op: "code", input: { name: "Cart::add" }, found: true },
  { op: "code", input: { path: "src/Shop/Item.php", lines: "5-10" }, found: true },
  { op: "code", input: { path: "lib/invoice.php" }, found: true },
  { op: "live_read", input: { path: "src/Shop/Cart.php", lines: "1-12" }, found: true },
  { op: "live_read", input: { path: "lib/invoice.php" }, found: true },
  { op: "live_read", input: { path: "vendor/autoload.php" }, found: true },
  { op: "repo_map", input: { budget_tokens: 300 }, found: true },
  { op: "repo_map", input: { focus: "src/Shop", budget_tokens: 200 }, found: true },
  { op: "schema", input: {}, found: true },
  { op: "schema", input: { table: "cart_line" }, found: true },
  { op: "schema", input: { table: "{prefix}customer", variant: "mysql" }, found: true },
  { op: "write_check", input: { table: "customer", columns: ["email"] }, found: true },
  { op: "write_check", input: { table: "cart_line", columns: ["sku", "quantitiy"] }, found: true },
  { op: "index_status", input: {}, found: true },
  { op: "index_status", input: { problems: 0 }, found: true },
  { op: "freshness", input: {}, found: true },
  { op: "freshness", input: { force: true }, found: true },
  { op: "catalog", input: {}, found: true },
  { op: "usage", input: {}, found: true },
  { op: "why_not", input: { path_or_name: "vendor/autoload.php" }, found: true },
  { op: "why_not", input: { path_or_name: ".env" }, found: true },
  { op: "why_not", input: { path_or_name: "src/Shop/Cart.php" }, found: true },
  { op: "why_not", input: { path_or_name: "Cart" }, found: true },
];

/** Valid questions to which there is no result. */
export const EMPTY: readonly Question[] = [
  { op: "callers", input: { name: "Cart::remove" }, found: false },
  { op: "callers", input: { name: "invoice_words" }, found: false },
  { op: "callees", input: { name: "Item::__construct" }, found: false },
  { op: "references", input: { name: "NoSuchThing" }, found: false },
  { op: "search", input: { query: "xylophone quagmire zeppelin" }, found: false },
  { op: "search", input: { query: "Cart", path: "no/such/folder" }, found: false },
  { op: "search", input: { query: "NoSuchThing::anywhere" }, found: false },
  { op: "symbol", input: { name: "NoSuchThing" }, found: false },
  { op: "symbol", input: { name: "Cart::remove" }, found: false },
  { op: "symbol", input: { name: "Cart", kind: "enum" }, found: false },
  { op: "code", input: { name: "NoSuchThing" }, found: false },
  { op: "code", input: { entry_ids: [NOTHING] }, found: false },
  { op: "code", input: { path: "src/NoSuchFile.php" }, found: false },
  { op: "repo_map", input: { focus: "no/such/folder" }, found: false },
  { op: "usage", input: { since: "2999-01-01" }, found: false },
  { op: "schema", input: { table: "custmer" }, found: false },
  { op: "write_check", input: { table: "no_such_table", columns: ["id"] }, found: false },
  { op: "live_read", input: { path: "src/NoSuchFile.php" }, found: false, problem: "PATH_NOT_FOUND" },
];

/** Questions that get a refusal. */
export const REFUSED: readonly Question[] = [
  { op: "no_such_operation", input: {}, found: false, problem: "UNKNOWN_OPERATION" },
  { op: "symbol", input: {}, found: false, problem: "BAD_INPUT" },
  { op: "symbol", input: { name: "Cart", knd: "class" }, found: false, problem: "BAD_INPUT" },
  { op: "symbol", input: { name: "the cart; please" }, found: false, problem: "BAD_NAME" },
  { op: "code", input: {}, found: false, problem: "BAD_INPUT" },
  { op: "code", input: { path: "src/Shop/Cart.php", lines: "nine" }, found: false, problem: "BAD_LINES" },
  { op: "search", input: { query: "MATCH (n) RETURN n" }, found: false, problem: "QUERY_LANGUAGE" },
  { op: "live_read", input: { path: "../outside.php" }, found: false, problem: "PATH_OUTSIDE_ROOT" },
  { op: "live_read", input: { path: ".env" }, found: false, problem: "PATH_SECRET" },
  { op: "schema", input: { table: "customer", variant: "oracle" }, found: false, problem: "UNKNOWN_VARIANT" },
  { op: "write_check", input: { table: "customer; drop" }, found: false, problem: "BAD_NAME" },
  { op: "usage", input: { since: "yesterday-ish" }, found: false, problem: "BAD_TIME" },
];
