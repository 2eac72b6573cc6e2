import { toPercent } from "../support/progress.ts";
import { CommandError } from "../support/command.ts";
import { read, type Api } from "./api.ts";
import type { Cli } from "./cli.ts";
import { toPrintable } from "./terminal.ts";

const POLL_SECONDS = 2;
/** Three minutes without progress: KV may be down, and the person should not wait for that. */
const MAX_IDLE_POLLS = 90;

/**
 * Polls `GET /projection` until KV has all records of the workspace, and shows the progress. Every location shows them
 * within about 100 seconds more (contract 19.1), for which it does not wait. It prints a message when it gives up: the
 * writes are safe, and the installation continues.
 */
export async function waitForKv({ network, terminal }: Cli, api: Api): Promise<void> {
  const show = terminal.progress();
  let [total, idlePolls, last] = [0, 0, Infinity];
  try {
    while (idlePolls < MAX_IDLE_POLLS) {
      const { behind } = await read(api.projection.$get());
      total = Math.max(total, behind);
      if (total > 0) show(`in KV: ${total - behind} of ${total} (${toPercent(total - behind, total)})`);
      if (behind === 0) return;
      idlePolls = behind < last ? 0 : idlePolls + 1;
      last = behind;
      const settle = terminal.onInterrupt(`${UNSEEN}. ${GOES_ON}`);
      await network.sleep(POLL_SECONDS).finally(settle);
    }
    terminal.note(`${UNSEEN}: nothing has moved for 3 minutes. ${GOES_ON}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.note(`${UNSEEN}: ${toPrintable(error.message)} ${GOES_ON}`);
  }
}

const UNSEEN = "Some records may not be in KV yet";
const GOES_ON = "Signpost continues by itself.";
