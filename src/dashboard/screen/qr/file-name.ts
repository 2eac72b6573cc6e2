/** Names of picture files. */

/** What a pattern of names may hold. */
export const NAME_PARTS = ["alias", "host", "title", "number"] as const;

type Named = { host: string; alias: string; title: string };

/** Returns the name of a picture's file, without its ending. */
export function toFileName({ host, alias }: Pick<Named, "host" | "alias">): string {
  return clean(alias || host);
}

/** Returns what a pattern has in braces and no name can hold. */
export function findUnknownPart(pattern: string): string | undefined {
  const parts = [...pattern.matchAll(/\{([^{}]*)\}/g)];
  return parts.find(([, part = ""]) => !(NAME_PARTS as readonly string[]).includes(part))?.[0];
}

/** Returns what makes names after a pattern such as `{number}-{alias}`, each of them once. */
export function newNames(pattern: string): (record: Named) => string {
  // File systems may not tell letter case apart.
  const taken = new Set<string>();
  let number = 0;
  return (record) => {
    number++;
    const values = { ...record, number: String(number).padStart(4, "0") };
    const filled = pattern.replaceAll(
      /\{(alias|host|title|number)\}/g,
      (_, part: keyof typeof values) => values[part],
    );
    const name = clean(filled) || toFileName(record);
    let free = name;
    for (let at = 2; taken.has(free.toLowerCase()); at++) free = `${name}-${at}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

function clean(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u{200d}._ -]/gu, "-")
    .replace(/^[.\s]+/, "")
    .trim()
    .slice(0, 100);
}
