// The floor of every one-shot figure: what starting Deno alone costs.
export {};
