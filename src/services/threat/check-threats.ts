import { allDestinations } from "../../domain/rule/rule.ts";
import { threatsAfter } from "../../domain/threat.ts";
import { ATTEMPTS, retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { AssertionError } from "../../storage/commit.ts";
import { updateThreats } from "../../storage/threat/write.ts";
import { selectRecordsWithThreats, type RecordWithThreats } from "../../storage/threat/read.ts";
import { slotsOfChange } from "../../domain/affected-slots.ts";
import { isStale } from "../is-conflict.ts";
import { publish, type PublishContext } from "../publish.ts";
import { askSafeBrowsing } from "./ask-safe-browsing.ts";

const DEADLINE_MS = 10_000;

/**
 * Asks Safe Browsing about all destinations of some records, so that visitors are warned of exactly those that
 * are dangerous now. The records keep their version and history.
 * @throws if the service does not answer, or other writers were first at every attempt
 */
export async function checkThreats(ctx: PublishContext, ids: string[]): Promise<void> {
  const { DB } = ctx.env;
  let open = await selectRecordsWithThreats(DB, ids);
  const asked = new Set(open.flatMap(({ record }) => allDestinations(record)));
  const reported = await askSafeBrowsing(ctx.env, [...asked], DEADLINE_MS);
  if (reported === null) throw new Error("Safe Browsing did not answer");
  const written = await retryOnConflict({ attempts: ATTEMPTS.rare, isConflict: isStale }, async () => {
    const overtaken: string[] = [];
    for (const endangered of open) {
      if (!(await write(ctx, endangered, asked, reported))) overtaken.push(endangered.record.id);
    }
    if (overtaken.length === 0) return open;
    // A write that has added a destination since has already asked about it.
    open = await selectRecordsWithThreats(DB, overtaken);
    throw new AssertionError("stale_version");
  });
  if (written === null)
    throw new Error("threats were not written: other writers came first at every attempt");
}

/** Writes the threats of one record. Returns false if another write was first. */
async function write(
  ctx: PublishContext,
  endangered: RecordWithThreats,
  asked: ReadonlySet<string>,
  reported: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { record, storedThreats } = endangered;
  const threats = threatsAfter(record, asked, reported);
  if (JSON.stringify(threats) === storedThreats) return true;
  try {
    await publish(ctx, updateThreats(ctx.env.DB, endangered, threats), slotsOfChange(record, record));
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}
