import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { formatTimestamp } from "../../src/domain/timestamp.ts";
import { CommandError } from "../support/command.ts";
import { writePrivateFile } from "../support/private-file.ts";
import type { BoundDatabase } from "./database.ts";
import { requireNoMove } from "./no-move.ts";
import { requireWorkspaces, writeRows, type Sums } from "./write-backup.ts";

/**
 * The backup of an installation with several databases: a folder with a backup of each, and a manifest, which is written
 * last. It names the files with their sizes and checksums.
 */

export const MANIFEST = "manifest.json";

const FORMAT = 1;

const schema = v.object({
  signpost_backup_set: v.literal(FORMAT),
  databases: v.pipe(
    v.array(
      v.object({
        binding: v.string(),
        file: v.pipe(
          v.string(),
          v.check((name) => name === basename(name)),
        ),
        // A manifest that a person writes for nightly backups may lack them: each file has checksums of its own.
        bytes: v.optional(v.number()),
        sha256: v.optional(v.string()),
      }),
    ),
    v.minLength(1),
    v.check((parts) => new Set(parts.map(({ binding }) => binding)).size === parts.length),
  ),
});

/** The backup of one database. */
export interface BackupPart {
  /** The database of which it is. */
  binding: string;
  file: string;
  bytes: number;
}

/**
 * Writes a backup of each database, and the manifest.
 * @param folder is created
 * @param show gets the number of written rows of a database
 * @returns the checksums of each database
 * @throws CommandError if the folder exists, no database has a workspace, or one moves between them, also meanwhile
 */
export async function writeBackupSet(
  databases: BoundDatabase[],
  folder: string,
  nowMs: number,
  show: (rows: number) => void,
): Promise<{ binding: string; sums: Sums }[]> {
  if (existsSync(folder)) throw new CommandError(`${folder} exists already. Nothing was written.`);
  const dbs = databases.map(({ db }) => db);
  await requireWorkspaces(dbs);
  const moves = await requireNoMove(dbs);
  await mkdir(folder, { mode: 0o700 });
  const written: { binding: string; sums: Sums }[] = [];
  const parts: v.InferOutput<typeof schema>["databases"] = [];
  for (const { binding, db } of databases) {
    const name = `${binding}.ndjson.gz`;
    const file = join(folder, name);
    written.push({ binding, sums: await writeRows(db, file, nowMs, show) });
    parts.push({ binding, file: name, ...(await measure(file)) });
  }
  if ((await requireNoMove(dbs)) !== moves) {
    throw new CommandError(`A workspace has moved meanwhile. ${folder} is no backup: make it again.`);
  }
  const manifest = {
    signpost_backup_set: FORMAT,
    created_at: formatTimestamp(nowMs),
    databases: parts,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writePrivateFile(join(folder, MANIFEST), (draft) => draft.writeFile(text));
  return written;
}

/**
 * Reads the manifest of a backup, and compares the files that it names with it.
 * @param path the manifest, its folder, or the backup of one database
 * @returns null for the backup of one database
 * @throws CommandError if the manifest or a file is missing or damaged
 */
export async function readBackupSet(path: string): Promise<BackupPart[] | null> {
  const isFolder = (await stat(path)).isDirectory();
  if (!isFolder && basename(path) !== MANIFEST) return null;
  const manifest = isFolder ? join(path, MANIFEST) : path;
  if (!existsSync(manifest)) {
    throw new CommandError(`${path} has no ${MANIFEST}: it is no backup, or was not written to its end.`);
  }
  const parsed = v.safeParse(schema, parse(await readFile(manifest, "utf8")));
  if (!parsed.success) {
    throw new CommandError(`${manifest} is no manifest of a backup, is damaged, or is of a later version.`);
  }
  const parts: BackupPart[] = [];
  for (const { binding, file: name, bytes, sha256 } of parsed.output.databases) {
    const file = join(dirname(manifest), name);
    if (!existsSync(file)) throw new CommandError(`${file} is missing, which ${manifest} names.`);
    const found = await measure(file);
    if (found.bytes !== (bytes ?? found.bytes) || found.sha256 !== (sha256 ?? found.sha256)) {
      throw new CommandError(`${file} is damaged: it is not the file of which ${manifest} has the checksum.`);
    }
    parts.push({ binding, file, bytes: found.bytes });
  }
  return parts;
}

async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest("hex") };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
