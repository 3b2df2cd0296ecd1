// The door of the YAML library. It is CommonJS, and a dynamic import of such a package gives another shape in a bundle:
// whoever wants it lazily imports this module instead.

export { LineCounter, parseDocument } from "yaml";
