import { useState } from "preact/hooks";
import { ApiError } from "../api/client.ts";

/** The state of the call of a dialog. */
export interface Submission {
  /** The error of the last attempt; null for none. */
  failure: unknown;
  /** The reasons of the API by field. */
  errors: Record<string, string[]>;
  isBusy: boolean;
  /** Executes the call and stores its error. It stays busy after a success, because the dialog closes. */
  submit(work: () => Promise<void>): Promise<void>;
}

/** Returns the state of the call of a dialog, and the function that makes it. */
export function useSubmission(): Submission {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  return { failure, errors, isBusy, submit };
}
