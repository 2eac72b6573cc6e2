// The entry module of the Worker that is tested (running-worker.ts).
import worker from "tested-worker";
import { limitInvocations } from "./invocation-limits.ts";

// oxlint-disable-next-line import/export
export * from "tested-worker";
export default limitInvocations(worker);
