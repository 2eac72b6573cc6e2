import type { LinkRecord } from "../../domain/record.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { Host } from "../../domain/host.ts";
import type { ServiceContext } from "../context.ts";
import type { RecordFamily } from "../../domain/handler.ts";
import { selectRecordWithHost, selectStoredRecords } from "../../storage/record/read.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { readClicksLeft } from "./visitor-limit.ts";
import { selectUserNames } from "../../storage/user/user.ts";

/** A record with the facts of its hostname that responses show. */
export interface RecordView {
  record: LinkRecord;
  /** True if the certificate is issued, so that the record's URL is https. */
  isHttps: boolean;
  tld: string;
  /** The number of visitors that are still let through; null without a limit, or if the counter does not answer. */
  clicksLeft?: number | null;
}

export function toView(record: LinkRecord, host: Host): RecordView {
  return { record, isHttps: host.certificateIssuedAtMs !== null, tld: host.tld };
}

/** Adds the facts of their hostnames to records, in order. Leaves out records whose hostname is gone. */
export async function toViews(ctx: ServiceContext, records: LinkRecord[]): Promise<RecordView[]> {
  const names = records.map(({ host }) => host);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, names);
  return records.flatMap((record) => {
    const host = hosts.get(record.host);
    return host === undefined ? [] : [toView(record, host)];
  });
}

/** Returns a record of the caller's workspace. Records of the other family are not found (contract 12.4, 12.7). */
export async function getRecord(
  ctx: ServiceContext,
  id: string,
  family?: RecordFamily,
): Promise<Result<RecordView>> {
  const found = await selectRecordWithHost(ctx.env.DB, ctx.caller.reach, id, family);
  if (found === null) return NOT_FOUND;
  return done({ ...found, clicksLeft: await readClicksLeft(ctx.env, found.record) });
}

/** Returns the given records that the workspace still has, in the order of their ids. */
export async function getRecords(ctx: ServiceContext, ids: string[]): Promise<Result<RecordView[]>> {
  const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
  const records = stored.map(({ record }) => record);
  const views = new Map((await toViews(ctx, records)).map((view) => [view.record.id, view]));
  return done(ids.flatMap((id) => views.get(id) ?? []));
}

export interface CreatorView extends RecordView {
  creatorName: string;
}

/** Adds the names of their creators to records that a service returned to the caller. */
export async function withCreators(ctx: ServiceContext, views: RecordView[]): Promise<CreatorView[]> {
  const names = await selectUserNames(
    ctx.env.DB,
    views.map(({ record }) => record.createdBy),
  );
  return views.map((view) => ({ ...view, creatorName: names.get(view.record.createdBy) ?? "" }));
}
