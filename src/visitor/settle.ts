import { answerAppendix, readAppendix } from "./view.ts";
import type { Settled } from "./outcome.ts";
import { settleRecord, type Stage } from "./finalize.ts";

/** Decides what takes more than a look-up: previews and pictures, passwords, and visitors that a plugin diverts. */
export async function settle(stage: Stage): Promise<Settled> {
  const appendix = readAppendix(stage);
  const answered = appendix === null ? null : await answerAppendix(stage, appendix);
  return answered ?? settleRecord(stage);
}
