import { buildWorker } from "../../scripts/worker/build.ts";

/** Builds the Worker once for all files that start it. Vitest calls this before the first of them. */
export default async function build(): Promise<void> {
  process.env["TESTED_WORKER"] = await buildWorker();
}
