/** A call of `log` in the source. */
export interface LogCall {
  level: string;
  event: string;
  /** Names of the members of its fields, `...` for a spread whose names are not visible. */
  fields: string[];
}

/** Finds the calls of `log` in a source text. Throws if event or fields of a call are not literals in the call. */
export function findLogCalls(source: string): LogCall[] {
  return [...source.matchAll(/(?<![\w.]|function )log\(/g)].map(({ index }) => {
    const call = takeBalanced(source, index + "log".length);
    const parts = splitTopLevel(call.slice(1, -1));
    const [level = "", event = "", fields = ""] = parts;
    const name = /^"([a-z_]+)"$/.exec(event)?.[1];
    if (name === undefined || !fields.startsWith("{") || parts.length > 3) {
      throw new Error(`A call of log has no literal event and fields: log${call}`);
    }
    const levels = [...level.matchAll(/"(info|warn|error)"/g)].map(([, text = ""]) => text);
    return { level: levels.join(" or "), event: name, fields: memberNames(fields) };
  });
}

function memberNames(object: string): string[] {
  return splitTopLevel(object.slice(1, -1)).flatMap((member) => {
    if (!member.startsWith("...")) return [/^\w+/.exec(member)?.[0] ?? member];
    const inner = member.indexOf("{");
    return inner < 0 ? ["..."] : memberNames(takeBalanced(member, inner));
  });
}

const PAIRS: Record<string, string> = { "(": ")", "{": "}", "[": "]" };

/** Takes the text of a pair of brackets that begins at a position. */
function takeBalanced(text: string, start: number): string {
  return text.slice(start, start + lengthOfPair(text.slice(start)));
}

function lengthOfPair(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (isQuote(character)) at = endOfText(text, at);
    else if (character in PAIRS) depth++;
    else if (Object.values(PAIRS).includes(character) && --depth === 0) return at + 1;
  }
  throw new Error("A bracket is not closed");
}

/** Splits at commas outside of brackets and texts. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (isQuote(character)) at = endOfText(text, at);
    else if (character in PAIRS) depth++;
    else if (Object.values(PAIRS).includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== "");
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === "`";
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === "\\" ? 2 : 1;
  return at;
}
