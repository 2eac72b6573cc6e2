import { toMegabytes } from "../../status/format.ts";
import type { ShownState } from "../../status/render.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export const databaseStep: Step = {
  id: "database",
  title: "Database",
  asks: "The Worker sees the size of its database as D1 tells it, and the limit of the plan.",
  changes: null,
  async run({ cloudflare, settings, state }) {
    const path = `/accounts/${settings.account_id}/d1/database/${settings.d1_database_id}`;
    const { file_size: bytes = null } = await cloudflare.call<{ file_size?: number }>("GET", path);
    const { database, store, database_size: size } = await state();
    return [...judgeStores({ database, store }), ...judgeSize(bytes, size ?? null)];
  },
};

export function judgeStores({ database, store }: Pick<ShownState, "database" | "store">): Observation[] {
  const answers = (what: string, state: string) =>
    state === "ok"
      ? seen(`${what} answers the Worker.`)
      : different(`${what} answers the Worker.`, `GET /healthz says that it is ${state}.`);
  return [answers("D1", database), answers("KV", store)];
}

/** How far the two numbers may be apart: writes go on between them, and a page of a database has 4 kB. */
const SHARE = 0.1;
const LEAST_BYTES = 1_000_000;

/**
 * @param bytes as Cloudflare's API tells; null if it does not
 * @param size as the Worker tells; null without MONITOR_KEY
 */
export function judgeSize(bytes: number | null, size: ShownState["database_size"] | null): Observation[] {
  if (bytes === null) return [unseen("Cloudflare's API does not tell the size of the database.")];
  const told = `Cloudflare's API tells ${toMegabytes(bytes)}`;
  if (size == null) return [seen(`${told}.`), unseen("MONITOR_KEY is not set, so nothing was compared.")];
  if (size.bytes === null) return [different(`${told}, and the Worker too.`, "The Worker does not know.")];
  const both = `${told}, the Worker ${toMegabytes(size.bytes)} of ${toMegabytes(size.limit_bytes)}.`;
  const isNear = Math.abs(bytes - size.bytes) <= Math.max(LEAST_BYTES, SHARE * bytes);
  return [isNear ? seen(both) : different("Both tell the same size.", both)];
}
