/** A command in a page that the reader is meant to type. */
export interface DocCommand {
  /** `docs/deploying.md:7` */
  place: string;
  text: string;
  /** True for a command in a code block, false for one in a sentence. */
  isBlock: boolean;
  /** The output that a console block shows, line by line. */
  printed: string[];
}

const SHELLS = /^\s*```(?:sh|bash|shell|console)\s*$/;
const CONSOLE = /^\s*```console\s*$/;
const PROMPT = /^\s*\$ /;
const FENCE = /^\s*```/;

/** Finds the commands of a page: lines of shell blocks, and code in a sentence that begins with npm or npx. */
export function findDocCommands(file: string, page: string): DocCommand[] {
  const found: DocCommand[] = [];
  let [block, isShell, isConsole, pending, start] = [false, false, false, "", 0];
  for (const [index, line] of page.split("\n").entries()) {
    if (FENCE.test(line)) {
      isShell = !block && SHELLS.test(line);
      isConsole = !block && CONSOLE.test(line);
      block = !block;
      continue;
    }
    if (!block) found.push(...findInline(file, line, index));
    if (!isShell) continue;
    // In a console block, only lines with a prompt are commands; the others are output.
    if (isConsole && pending === "" && !PROMPT.test(line)) {
      if (line.trim() !== "") found.at(-1)?.printed.push(line.trim());
      continue;
    }
    if (pending === "") start = index;
    pending += line;
    if (pending.endsWith("\\")) {
      pending = `${pending.slice(0, -1).trimEnd()} `;
      continue;
    }
    if (hasOpenQuote(pending)) {
      pending += " ";
      continue;
    }
    const place = `${file}:${start + 1}`;
    found.push(...splitLine(pending).map((text) => ({ place, text, isBlock: true, printed: [] })));
    pending = "";
  }
  return found;
}

/** A text in single quotes may continue on the next line. */
function hasOpenQuote(text: string): boolean {
  return text.replaceAll(/"[^"']*"/g, "").split("'").length % 2 === 0;
}

function findInline(file: string, line: string, index: number): DocCommand[] {
  return [...line.matchAll(/`((?:npm|npx) [^`]+)`/g)].flatMap(([, text = ""]) =>
    splitLine(text).map((command) => ({
      place: `${file}:${index + 1}`,
      text: command,
      isBlock: false,
      printed: [],
    })),
  );
}

/** Settings of the shell. */
const NO_COMMAND = /^(?:export )?[A-Z_]+=(?:\S*|\$\(.*\))$/;

function splitLine(line: string): string[] {
  return withoutComment(line)
    .split(/ && | ; /)
    .map((part) => part.trim().replace(/^\$ /, "").replaceAll(/ +/g, " "))
    .filter((part) => part !== "" && !NO_COMMAND.test(part));
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s+)# .*$/, "");
}

/** Splits a command into words as a shell does, as far as docs need it: quotes, no expansion. */
export function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}
