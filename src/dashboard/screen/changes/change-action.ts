import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { keepAnswer, refresh } from "../../api/query.ts";
import type { Change } from "../../api/types.ts";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { showToast } from "../../state/toast.ts";

interface ChangeAction {
  isBusy: boolean;
  /** Returns whether the API accepted the call. A refusal is shown in a message. */
  run: (verb: "apply" | "stop" | "undo", body?: object) => Promise<boolean>;
}

/** Applies, stops or undoes a change, and shows the answer of the API. */
export function useChangeAction({ id }: Pick<Change, "id">): ChangeAction {
  const [isBusy, setBusy] = useState(false);
  const run: ChangeAction["run"] = async (verb, body) => {
    setBusy(true);
    try {
      const changed = await call<Change>("POST", `/changes/${id}/${verb}`, { ...(body && { body }) });
      await keepAnswer(["changes", id], changed);
      void refresh("change-rows");
      if (verb !== "stop") noteRecordChange({ kind: "other" });
      return true;
    } catch (error) {
      showToast(describeError(error));
      // Another user may have been faster, so the page shows the present state.
      void refresh("changes");
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
