import { memory } from "../../src/storage/snapshot/memory.ts";
import { drainAll } from "./complete-hosts.ts";

/** Lets cron write what an operator's command has left, and the isolate forget what it knew. */
export async function untilVisible(): Promise<void> {
  await drainAll();
  memory.clear();
}
