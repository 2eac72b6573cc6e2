import { toAssertionError } from "../storage/commit.ts";

/** The number of batches that fail in a row after which the database counts as down. */
const OUTAGE_FAILURES = 10;

interface Folding {
  /** Returns false once no further batch may begin. */
  hasRoom(): boolean;
  /** Reads the oldest messages without those to skip: at most `most`, or as many as a batch takes. */
  read(skipped: readonly string[], most?: number): Promise<Batch>;
  /** Returns whether this run may add another batch. */
  mayContinue?(): Promise<boolean>;
  /** Logs a message that cannot be added. */
  report(failure: { message: string; error: string }): void;
}

interface Batch {
  ids: string[];
  /** Adds the messages. Returns whether more may be left. */
  add(): Promise<boolean>;
}

/**
 * Adds stored messages, batch by batch, until none is left. Several runs at once are safe, because each batch asserts
 * that no other run was first.
 * @returns whether messages are left for another run
 */
export async function foldBatches({ hasRoom, read, mayContinue, report }: Folding): Promise<boolean> {
  const skipped: string[] = [];
  let [failures, most]: [number, number | undefined] = [0, undefined];
  while (hasRoom()) {
    const { ids, add } = await read(skipped, most);
    try {
      if (!(await add()) && most === undefined) return false;
      [failures, most] = [0, undefined];
    } catch (error) {
      // Another run adds the same messages.
      if (toAssertionError(error) !== null) return false;
      // Added separately, a failing message does not stop the others.
      if (most === 1) {
        report({ message: ids[0] ?? "", error: String(error) });
        skipped.push(...ids);
      } else if (++failures === OUTAGE_FAILURES) throw error;
      most = most === 1 ? undefined : 1;
      continue;
    }
    if (mayContinue !== undefined && !(await mayContinue())) return false;
  }
  return true;
}
