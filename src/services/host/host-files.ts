import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { isHeld, type Host } from "../../domain/host.ts";
import { readHostFile, slotOfHostFile, storedName, type HostFileName } from "../../domain/host-file.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { assertSameKey } from "../../storage/claim/write.ts";
import { insertHostHistory, type NewHostHistoryEntry } from "../../storage/history/write.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { assertFileVersion, deleteHostFile, selectHostFiles } from "../../storage/page/host-file.ts";
import { selectFileContent, selectPage, type FileContent } from "../../storage/page/read.ts";
import { upsertPage } from "../../storage/page/write.ts";
import { actorOf, type ServiceContext } from "../context.ts";
import { isStale, retryWrite } from "../is-conflict.ts";
import { newId } from "../new-id.ts";
import { writerOf } from "../page/writer.ts";
import { publish } from "../publish.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";

/** The files that a hostname needs (contract 35.14), under their stored names. */

export async function listHostFiles(ctx: ServiceContext, host: Hostname): Promise<Result<StoredPage[]>> {
  if ((await findHost(ctx, host)) === undefined) return NOT_FOUND;
  return done(await selectHostFiles(ctx.env.DB, ctx.caller.workspace.id, [host]));
}

export async function getHostFile(
  ctx: ServiceContext,
  host: Hostname,
  name: HostFileName,
): Promise<Result<FileContent>> {
  if ((await findHost(ctx, host)) === undefined) return NOT_FOUND;
  const content = await selectFileContent(ctx.env.DB, ctx.caller.workspace.id, storedName(host, name));
  return content === null ? NOT_FOUND : done(content);
}

/** Stores a file (`PUT /host/{host}/files/{file}`). The same content again changes nothing. */
export async function putHostFile(
  ctx: ServiceContext,
  host: Hostname,
  name: HostFileName,
  { type, bytes }: { type: string; bytes: Uint8Array },
): Promise<Result<StoredPage | null>> {
  if ((await findHost(ctx, host)) === undefined) return NOT_FOUND;
  const errors: FieldErrors = {};
  const text = readHostFile(name, { type, bytes }, ctx.nowMs, errors);
  return hasFieldErrors(errors)
    ? invalid(errors)
    : writeHostFile(ctx, host, name, { type, text, size: bytes.length });
}

/**
 * Writes a file, or deletes it (null): then the platform or the records answer its path again. Commits the write with its
 * entry in the history, and publishes the snapshots that show the file.
 */
export async function writeHostFile(
  ctx: ServiceContext,
  host: Hostname,
  name: HostFileName,
  file: { type: string; text: string; size: number } | null,
): Promise<Result<StoredPage | null>> {
  const { DB } = ctx.env;
  const { nowMs } = ctx;
  const { id } = ctx.caller.workspace;
  const stored = storedName(host, name);
  return retryWrite(
    { attempts: ATTEMPTS.shared, isConflict: isStale },
    async (): Promise<Result<StoredPage | null>> => {
      const claim = await findHost(ctx, host);
      const before = await selectPage(DB, id, stored);
      if (claim === undefined || (file ?? before) === null) return NOT_FOUND;
      const held = await selectFileContent(DB, id, stored);
      if (held?.text !== file?.text || held?.type !== file?.type) {
        const entry: NewHostHistoryEntry = {
          id: newId(nowMs),
          workspaceId: id,
          host,
          isHeld: isHeld(claim),
          reason: "file",
          file: {
            name,
            old: before && { type: before.type, size: before.sizeBytes },
            new: file && { type: file.type, size: file.size },
          },
          actor: actorOf(ctx),
          channel: ctx.channel,
          createdAtMs: nowMs,
        };
        const statements = [
          assertSameKey(DB, id, claim.key),
          assertFileVersion(DB, id, stored, before?.updatedAtMs ?? null),
          file === null
            ? deleteHostFile(DB, id, stored)
            : upsertPage(DB, writerOf(ctx), { ...file, name: stored, nowMs }),
          insertHostHistory(DB, [entry]),
        ];
        // The snapshot of the hostname tells whether the platform answers /robots.txt and /favicon.ico itself.
        const touched = [slotOfHostFile(stored), { host, slot: HOST_SLOT }];
        await publish(ctx, statements, isHeld(claim) ? touched : []);
      }
      return done(await selectPage(DB, id, stored));
    },
  );
}

async function findHost(ctx: ServiceContext, host: Hostname): Promise<Host | undefined> {
  return (await selectHosts(ctx.env.DB, ctx.caller.reach, [host])).get(host);
}
