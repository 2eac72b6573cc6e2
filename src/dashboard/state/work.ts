import { useState } from "preact/hooks";
import { describeError } from "../component/state.tsx";
import { showToast } from "./toast.ts";

/** Returns whether a call of a button runs, and the function that makes it, and shows its error in a message. */
export function useWork(): [isBusy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => showToast(describeError(error)));
    setBusy(false);
  };
  return [isBusy, run];
}
