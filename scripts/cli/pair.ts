import { InvalidArgumentError } from "commander";

/** An option such as `--filter host=go.example.com`. */
export type Pair = [name: string, value: string];

/** Adds `NAME=VALUE` to the pairs that were given before. Refuses a name that these have: one value would be lost. */
export function addPair(text: string, pairs: Pair[] = []): Pair[] {
  const at = text.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError(`It takes NAME=VALUE, not ${text}.`);
  const name = text.slice(0, at);
  if (pairs.some(([given]) => given === name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return [...pairs, [name, text.slice(at + 1)]];
}

export function addText(text: string, texts: string[] = []): string[] {
  return [...texts, text];
}

/** Converts pairs to the query parameters of a list: `filter[host]=…`. */
export function toFilterQuery(pairs: Pair[] = []): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [`filter[${name}]`, value]));
}
