import { toCanonicalPath, toCanonicalQuery } from "../../src/domain/path.ts";
import type { Source } from "./source.ts";

interface SourceRegister {
  /** The line that already answers the source, or null after the source was entered for `line`. */
  claim: (source: Source, line: number) => number | null;
}

/**
 * Remembers which line of a list answers which source, so that a list that names one source twice
 * ends in the same state on every run. Where rules are tried in their order (`isOrdered`), a line
 * also answers what a broader rule before it has taken.
 */
export function createSourceRegister(isOrdered: boolean): SourceRegister {
  const lineBySource = new Map<string, number>();
  return {
    claim: (source, line) => {
      const { host, path, query } = source;
      const own = toKey(host, path, query);
      const answering = isOrdered ? [own, ...broaderKeys(source)] : [own];
      for (const key of answering) {
        const earlierLine = lineBySource.get(key);
        if (earlierLine !== undefined) return earlierLine;
      }
      lineBySource.set(own, line);
      return null;
    },
  };
}

function broaderKeys({ host, path }: Source): string[] {
  const keys = [toKey(host, path, "")];
  let folder = path.replace(/\/\*$/, "");
  while (folder.includes("/")) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    keys.push(toKey(host, `${folder}/*`, ""));
  }
  return keys;
}

/** One spelling for all that the service treats as the same source. */
function toKey(host: string, path: string, query: string): string {
  return `${host.toLowerCase()}${toCanonicalPath(path)}?${toCanonicalQuery(query)}`;
}
