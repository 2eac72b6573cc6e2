import { useState } from "preact/hooks";
import { describeError } from "../component/state.tsx";
import { t } from "../text/text.ts";
import { IncompleteError } from "./read-export.ts";
import { showToast } from "./toast.ts";

/** Saves an export, and says how far it is, that it is complete, or what went wrong. */
export function useExport() {
  /** The number of bytes so far; null while nothing is read. */
  const [bytes, setBytes] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const run = async (save: (onBytes: (bytes: number) => void) => Promise<void>) => {
    setBytes(0);
    setProblem("");
    try {
      await save(setBytes);
      showToast(t("export.done"));
    } catch (error) {
      setProblem(error instanceof IncompleteError ? t("export.broke") : describeError(error));
    }
    setBytes(null);
  };
  return { bytes, problem, run };
}
