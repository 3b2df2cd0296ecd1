// Types as one file states or implies them, before anything is known about other files. A body's variables are already
// followed: what is left is a term that lib/resolve evaluates once all declarations are known. Plain data, stored as JSON.

/** Position in `FileFacts.terms`. Equal terms of a file have one position. */
export type TermId = number;

export type TypeTerm =
  /** Nothing is known. */
  | ["unknown"]
  /** A class-like by its qualified name, resolved by namespace and imports, no leading backslash. */
  | ["name", string]
  /** Not an object: int, string, bool, null, void, array without a known element, callable … lower case. */
  | ["scalar", string]
  /** The class around the code. `static` is the class the object really has. */
  | ["self"]
  | ["static"]
  | ["parent"]
  /** One of several: branches, union types, `??`, `match`. Members are not unions. */
  | ["union", TermId[]]
  /** `Collection<int, User>`: a class-like with what its templates are bound to, in order. */
  | ["generic", TermId, TermId[]]
  /** An array or iterable whose elements have a type. */
  | ["array", TermId]
  /** An element of an array, iterable or generator: `foreach`, `$x[…]`, `yield`. */
  | ["element", TermId]
  /** `class-string<T>`, `T::class`: the name of a class. */
  | ["class_string", TermId]
  /** What a class-string names: `new $c`, `$c::m()`. Of an object it is the object's class. */
  | ["named_by", TermId]
  /** `$t->name`. */
  | ["property", TermId, string]
  /** `T::$name`. */
  | ["static_property", TermId, string]
  /** `T::NAME`: a constant, or the case of an enum. */
  | ["constant", TermId, string]
  /** What a function returns; the names in the order in which PHP looks: namespaced, then global. */
  | ["call", string[], TermId[]]
  /** What `$t->name(…)` and `T::name(…)` return, with the types of the arguments (for class-string templates). */
  | ["method_call", TermId, string, TermId[]]
  | ["static_call", TermId, string, TermId[]]
  /** What calling a value returns: `$f(…)`, an `__invoke` type. */
  | ["invoke", TermId]
  /** A closure, arrow function or first-class callable of this file, by its local node number. */
  | ["closure", number]
  /** First-class callable of something else, or a callable string or array: what it would call. */
  | ["callable_function", string[]]
  | ["callable_method", TermId, string]
  /** A parameter of a `@template`, bound where it is used; the second is its bound. */
  | ["template", string, TermId];
