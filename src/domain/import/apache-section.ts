/** Sections of an Apache configuration: which are open at a line, and what they mean for its rules. */

/** Sections that limit their rules to some of the requests. */
const LIMITING = new Set(
  "if,else,elseif,files,filesmatch,limit,limitexcept,location,locationmatch,directory,directorymatch".split(
    ",",
  ),
);

interface Section {
  name: string;
  text: string;
  /** The names of a virtual host. */
  hosts?: string[];
}

/** A line of the file in words, as far as sections need it. */
export interface SectionLine {
  text: string;
  words: string[];
}

/** Follows the sections that open and close around the rules of a file. */
export class ApacheSections {
  private readonly open: Section[] = [];

  /** Takes a line that begins with `<`; names of a virtual host may stand anywhere below its line. */
  enter({ text }: SectionLine, below: SectionLine[]): void {
    const [, slash, written = ""] = /^<(\/?)(\w+)/.exec(text) ?? [];
    const name = written.toLowerCase();
    if (slash === "") {
      this.open.push({ name, text, ...(name === "virtualhost" && { hosts: readNames(below) }) });
    } else {
      const at = this.open.findLastIndex((section) => section.name === name);
      if (at >= 0) this.open.splice(at);
    }
  }

  /** Returns the section that limits the rules of a line, or null. */
  get limit(): string | null {
    return this.open.find(({ name }) => LIMITING.has(name))?.text ?? null;
  }

  /** Returns whether rules are those of a server, which compare the path with its first slash. */
  get isServer(): boolean {
    return this.open.some(({ name }) => name === "virtualhost");
  }

  /** Returns the hosts of the rules of a line; undefined stands for the host of the import. */
  get hosts(): (string | undefined)[] {
    const named = this.open.find(({ hosts }) => hosts !== undefined)?.hosts ?? [];
    return named.length === 0 ? [undefined] : named;
  }
}

function readNames(below: SectionLine[]): string[] {
  const end = below.findIndex(({ text }) => /^<\/virtualhost/i.test(text));
  const names = below
    .slice(0, end < 0 ? undefined : end)
    .filter(({ words }) => /^server(?:name|alias)$/i.test(words[0] ?? ""))
    .flatMap(({ words }) => words.slice(1));
  return names.map((name) =>
    name
      .replace(/^https?:\/\//i, "")
      .replace(/:\d+$/, "")
      .toLowerCase(),
  );
}
