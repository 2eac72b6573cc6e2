import type { LinkRecord } from "../../domain/record.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { Host } from "../../domain/host.ts";
import type { ServiceContext } from "../context.ts";
import type { RecordView } from "./types.ts";

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
