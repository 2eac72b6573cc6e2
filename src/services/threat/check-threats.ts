import { threatsAfter } from "../../domain/threat.ts";
import { AssertionError } from "../../storage/commit.ts";
import { updateThreats } from "../../storage/threat/write.ts";
import { selectRecordsWithThreats, type RecordWithThreats } from "../../storage/threat/read.ts";
import { slotsOfChange } from "../../domain/affected-slots.ts";
import { publish, type PublishContext } from "../publish.ts";
import { askSafeBrowsing } from "./internal/ask-safe-browsing.ts";

const DEADLINE_MS = 10_000;
/** Other writers rarely come between, and never again and again. */
const MAX_ATTEMPTS = 5;

/**
 * Asks about all destinations of some records, and has visitors warned of what is dangerous now, and
 * of nothing else. It is no change of the record: no version, no history.
 * @throws where the service does not answer, or other writers come first again and again
 */
export async function checkThreats(ctx: PublishContext, ids: string[]): Promise<void> {
  const { DB } = ctx.env;
  let open = await selectRecordsWithThreats(DB, ids);
  const asked = new Set(open.flatMap(({ record }) => record.destinations));
  const reported = await askSafeBrowsing(ctx.env, [...asked], DEADLINE_MS);
  if (reported === null) throw new Error("nobody could tell which destinations are dangerous");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const overtaken: string[] = [];
    for (const endangered of open) {
      if (!(await write(ctx, endangered, asked, reported))) overtaken.push(endangered.record.id);
    }
    if (overtaken.length === 0) return;
    // The write that adds a destination checks it.
    open = await selectRecordsWithThreats(DB, overtaken);
  }
  throw new Error("what is dangerous was not written: others wrote again and again");
}

/** Returns false if another write came first. */
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
    if (error instanceof AssertionError) return false;
    throw error;
  }
}
