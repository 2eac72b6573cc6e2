import { basename } from "node:path";
import { CommandError } from "../support/command.ts";
import type { BackupPart } from "./backup-set.ts";
import type { BoundDatabase } from "./database.ts";

/** A database, and the backups that are restored into it: its own one first. None leaves it empty. */
export interface PlacedParts extends BoundDatabase {
  parts: BackupPart[];
}

/**
 * Decides which database takes which parts of a backup [26.9]: that of the same name, or else, the largest part first, the one
 * with the least bytes.
 * @param into the bindings of databases by those of parts that are to go there
 * @throws CommandError if `into` names a part or a database that is not there
 */
export function placeParts(
  databases: BoundDatabase[],
  parts: BackupPart[],
  into: Map<string, string>,
): PlacedParts[] {
  requireNames(databases, parts, into);
  const placed = databases.map((database) => ({ ...database, parts: [] as BackupPart[] }));
  const homeless: BackupPart[] = [];
  for (const part of parts) {
    const wanted = into.get(part.binding) ?? part.binding;
    const home = placed.find(({ binding }) => binding === wanted)?.parts;
    if (home === undefined) homeless.push(part);
    else if (wanted === part.binding) home.unshift(part);
    else home.push(part);
  }
  for (const part of homeless.toSorted((a, b) => b.bytes - a.bytes)) {
    placed.reduce((least, one) => (bytesOf(one) < bytesOf(least) ? one : least)).parts.push(part);
  }
  return placed;
}

const bytesOf = ({ parts }: PlacedParts) => parts.reduce((sum, { bytes }) => sum + bytes, 0);

function requireNames(databases: BoundDatabase[], parts: BackupPart[], into: Map<string, string>): void {
  const problems = [...into].flatMap(([from, to]) => [
    ...missing(parts, from, `the backup has no ${from}`),
    ...missing(databases, to, `the installation has no ${to}`),
  ]);
  if (problems.length === 0) return;
  throw new CommandError(
    `--into: ${problems.join("; ")}. The backup is of ${list(parts)}, and the installation has ${list(databases)}. Nothing was restored.`,
  );
}

type Named = { binding: string }[];

const missing = (known: Named, name: string, problem: string) =>
  known.some(({ binding }) => binding === name) ? [] : [problem];

const list = (named: Named) => named.map(({ binding }) => binding).join(", ");

/** Returns a line for each database that says which files it takes. */
export function describePlaces(placed: PlacedParts[]): string {
  return placed
    .map(({ binding, parts }) =>
      parts.length === 0
        ? `${binding} stays empty.`
        : `${binding} takes ${parts.map((part) => `${part.binding} (${basename(part.file)})`).join(", ")}.`,
    )
    .join("\n");
}
