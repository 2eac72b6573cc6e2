import type { Miss } from "../../api/types.ts";

/** One redirect for a whole folder, to fill in the form of a redirect. */
interface FolderRedirect {
  /** Hostname and folder, with a final `/*`. */
  source: string;
  /** The destination of the folder; empty if the suggestions do not agree. */
  to: string;
  /** Says whether the path below the folder is passed on. */
  forwardsPath: boolean;
}

/** Returns the narrowest folder of missed paths; null for the root, and for paths of several hostnames. */
export function folderOf(
  misses: readonly Pick<Miss, "host" | "path" | "suggestions">[],
): FolderRedirect | null {
  const [first] = misses;
  if (first === undefined || misses.some(({ host }) => host !== first.host)) return null;
  const folders = misses.map(({ path }) => path.split("/").slice(1, -1));
  const [shortest = []] = folders.toSorted((a, b) => a.length - b.length);
  const differs = shortest.findIndex((name, depth) => folders.some((folder) => folder[depth] !== name));
  const common = differs < 0 ? shortest : shortest.slice(0, differs);
  if (common.length === 0) return null;
  const folder = `/${common.join("/")}`;
  const bases = new Set(
    misses.map(({ path, suggestions }) => baseOf(path.slice(folder.length), suggestions)),
  );
  const [base = null] = bases;
  const isOne = bases.size === 1 && base !== null;
  return { source: `${first.host}${folder}/*`, to: isOne ? base : "", forwardsPath: isOne };
}

/** Returns the best suggestion without the end that it shares with the path; null if it ends differently. */
function baseOf(rest: string, suggestions: Miss["suggestions"]): string | null {
  const destination = suggestions?.[0]?.destination;
  if (destination === undefined || !destination.toLowerCase().endsWith(rest.toLowerCase())) return null;
  const base = destination.slice(0, -rest.length);
  return URL.canParse(base) ? base : null;
}
