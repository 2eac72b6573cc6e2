import { InvalidArgumentError } from "commander";

/** An option such as `--filter host=go.example.com`. */
export type Pair = [name: string, value: string];

/** Adds `NAME=VALUE` to the pairs that were given before. */
export function addPair(text: string, pairs: Pair[] = []): Pair[] {
  const at = text.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError(`It takes NAME=VALUE, not ${text}.`);
  return [...pairs, [text.slice(0, at), text.slice(at + 1)]];
}

export function addText(text: string, texts: string[] = []): string[] {
  return [...texts, text];
}

/** Converts pairs to the query parameters of a list: `filter[host]=…`. */
export function toFilterQuery(pairs: Pair[] = []): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [`filter[${name}]`, value]));
}
