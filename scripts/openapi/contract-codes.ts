import { SENTENCES } from "../../src/domain/refusal/sentences.ts";

const LIST = /(<!-- codes: [^>]* -->\n)[^]*(<!-- \/codes -->)/;

/** Returns a text with the present list of codes in its place (contract 9.23). */
export function withCodes(text: string): string {
  if (!LIST.test(text)) throw new Error("docs/contract.md has no place for the list of codes.");
  const lines = Object.entries(SENTENCES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, sentence]) => `- \`${code}\`: ${toMarkdown(sentence)}`);
  return text.replace(LIST, (_, start: string, end: string) => `${start}\n${lines.join("\n")}\n\n${end}`);
}

/** A sentence as code, where stars and underscores are not marks. */
function toMarkdown(sentence: string): string {
  return sentence.includes("`") ? sentence : `\`${sentence}\``;
}
