import { threatsAfter } from "../../domain/threat.ts";
import { AssertionError } from "../../storage/commit.ts";
import { commitThreats, listEndangeredById, type EndangeredRecord } from "../../storage/threat/write.ts";
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
  let open = await listEndangeredById(DB, ids);
  const asked = new Set(open.flatMap(({ record }) => record.destinations));
  const reported = await askSafeBrowsing(ctx.env, [...asked], DEADLINE_MS);
  if (reported === null) throw new Error("nobody could tell which destinations are dangerous");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const overtaken: string[] = [];
    for (const endangered of open) {
      if (!(await write(ctx, endangered, asked, reported))) overtaken.push(endangered.record.id);
    }
    if (overtaken.length === 0) return;
    // A destination that came meanwhile was asked about by the write that brought it.
    open = await listEndangeredById(DB, overtaken);
  }
  throw new Error("what is dangerous was not written: others wrote again and again");
}

/** False where another write came first. */
async function write(
  ctx: PublishContext,
  endangered: EndangeredRecord,
  asked: ReadonlySet<string>,
  reported: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { record, threatsText } = endangered;
  const threats = threatsAfter(record, asked, reported);
  if (JSON.stringify(threats) === threatsText) return true;
  try {
    await publish(ctx, commitThreats(ctx.env.DB, endangered, threats), slotsOfChange(record, record));
    return true;
  } catch (error) {
    if (error instanceof AssertionError) return false;
    throw error;
  }
}
