import type { HostFacts } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { requiredRecords } from "./required-dns.ts";
import type { HostView } from "./view.ts";

export function toHostView(ctx: ServiceContext, { row, creatorName, counts }: HostFacts): HostView {
  return {
    row,
    createdBy: { id: row.created_by, name: creatorName },
    counts: Object.entries(counts).map(([handler, count]) => `${handler}:${count}`),
    ...requiredRecords(ctx.env, row),
  };
}
