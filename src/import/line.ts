import { refuse } from "../domain/refusal/refusal.ts";
import type { Collector } from "./collector.ts";
import { MOST_CHARACTERS } from "./limit.ts";

interface FilledLine {
  line: number;
  text: string;
}

/** Returns the lines with a rule. Blank lines and comments, which begin with `#`, are ignored. */
export function readLines(text: string, collector: Collector): FilledLine[] {
  const filled: FilledLine[] = [];
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    const content = raw.trim();
    if (content.length > MOST_CHARACTERS) collector.refuse(index + 1, content, refuse("file_too_long"));
    else if (content !== "" && !content.startsWith("#")) filled.push({ line: index + 1, text: content });
    else if (content !== "" || index < lines.length - 1) {
      collector.ignore(index + 1, content === "" ? "empty" : "comment");
    }
  }
  return filled;
}
