/** Sections of an Apache configuration: which are open at a line, and what they mean for its rules. */

/** Sections that limit their rules to some of the requests. */
const LIMITING = new Set(
  "if,else,elseif,files,filesmatch,limit,limitexcept,location,locationmatch,directory,directorymatch".split(
    ",",
  ),
);

interface Section {
  name: string;
  /** The section that limits the rules here, itself or one around it; null if none does. */
  limit: string | null;
  /** The names of the virtual host here; null outside of one. */
  hosts: string[] | null;
  /** The open sections of the same name around it. */
  around: number;
}

/** A line of the file in words, as far as sections need it. */
export interface SectionLine {
  text: string;
  words: string[];
}

/** Follows the sections that open and close around the rules of a file. */
export class ApacheSections {
  private readonly open: Section[] = [];
  private readonly counts = new Map<string, number>();

  /** Takes the line at an index, which begins with `<`. Names of a virtual host may stand anywhere in it. */
  enter(lines: SectionLine[], index: number): void {
    const text = lines[index]?.text ?? "";
    const [, slash, written = ""] = /^<(\/?)(\w+)/.exec(text) ?? [];
    const name = written.toLowerCase();
    const around = this.counts.get(name) ?? 0;
    if (slash === "") {
      const limit = this.limit ?? (LIMITING.has(name) ? text : null);
      const hosts = this.inner?.hosts ?? (name === "virtualhost" ? readNames(lines, index + 1) : null);
      this.open.push({ name, limit, hosts, around });
      this.counts.set(name, around + 1);
    } else if (around > 0) {
      this.close(name);
    }
  }

  /** Returns the section that limits the rules of a line, or null. */
  get limit(): string | null {
    return this.inner?.limit ?? null;
  }

  /** Returns whether rules are those of a server, which compare the path with its first slash. */
  get isServer(): boolean {
    return this.inner?.hosts != null;
  }

  /** Returns the hosts of the rules of a line; undefined stands for the host of the import. */
  get hosts(): (string | undefined)[] {
    const named = this.inner?.hosts ?? [];
    return named.length === 0 ? [undefined] : named;
  }

  private get inner(): Section | undefined {
    return this.open.at(-1);
  }

  /** Closes the last section of a name, and those inside it. */
  private close(name: string): void {
    for (let section = this.open.pop(); section !== undefined; section = this.open.pop()) {
      this.counts.set(section.name, section.around);
      if (section.name === name) return;
    }
  }
}

/** Reads the names of a virtual host. It ends where another begins, because they cannot be nested. */
function readNames(lines: SectionLine[], start: number): string[] {
  const names: string[] = [];
  for (let index = start; index < lines.length; index++) {
    const { text = "", words: [directive = "", ...values] = [] } = lines[index] ?? {};
    if (/^<\/?virtualhost\b/i.test(text)) break;
    if (/^server(?:name|alias)$/i.test(directive)) names.push(...values);
  }
  return names.map((name) =>
    name
      .replace(/^https?:\/\//i, "")
      .replace(/:\d+$/, "")
      .toLowerCase(),
  );
}

// Parses conditions of mod_rewrite that a source can express.

/** Returns the hosts that `^(www\.)?old\.example$` matches; null if they cannot be listed. */
export function toApacheHosts(test: string): string[] | null {
  const [, optional = "", name] = /^\^(\((?:\?:)?www\\?\.\)\?)?((?:[\w-]|\\\.)+)\$$/i.exec(test) ?? [];
  if (name === undefined) return null;
  const host = name.replaceAll("\\.", ".").toLowerCase();
  return optional === "" ? [host] : [host, `www.${host}`];
}

/** Returns the query that `^id=12$` matches; null for a regex that is not literal text. */
export function toQuery(test: string): string | null {
  const [, text] = /^\^((?:[\w=&%~:@!,;/-]|\\[^\w])+)\$$/.exec(test) ?? [];
  return text === undefined ? null : text.replace(/\\(.)/g, "$1");
}
