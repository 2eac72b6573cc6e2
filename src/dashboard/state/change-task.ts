import { call } from "../api/client.ts";
import { refresh } from "../api/query.ts";
import type { Change } from "../api/types.ts";
import { describeError } from "../component/state.tsx";
import { t } from "../text/text.ts";
import { noteRecordChange } from "./record-change.ts";
import { showToast } from "./toast.ts";

const AT_WORK: readonly Change["state"][] = ["planning", "applying", "undoing"];
const AGAIN_MS = 700;

export function isAtWork({ state }: Pick<Change, "state">): boolean {
  return AT_WORK.includes(state);
}

/** Waits until a change has stopped running, and returns it. @throws ApiError */
export async function untilAtRest(change: Change): Promise<Change> {
  let current = change;
  while (isAtWork(current)) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    current = await call<Change>("GET", `/changes/${change.id}`);
  }
  return current;
}

export function linkTo({ id }: Pick<Change, "id">): { label: string; href: string } {
  return { label: t("changed.open"), href: `/changes/${id}` };
}

/**
 * Begins to apply a planned change, and returns it. @throws ApiError
 * @param address of the change in the dashboard, which is its path in the API, too
 * @param confirm what the plan wants to be repeated; null for nothing
 */
export async function applyChange(address: string, confirm: Change["confirm"] = null): Promise<Change> {
  const applying = await call<Change>("POST", `${address}/apply`, { body: confirm ?? {} });
  noteRecordChange({ kind: "other" });
  await refresh("changes");
  return applying;
}

/** Undoes a change, waits for its end, and shows the result. @param onDone is called before the result is shown */
async function undoChange(change: Change, onDone: () => void): Promise<void> {
  const link = linkTo(change);
  try {
    await untilAtRest(change);
    const undone = await untilAtRest(await call<Change>("POST", `/changes/${change.id}/undo`));
    onDone();
    noteRecordChange({ kind: "other" });
    const left = undone.undo_conflicts;
    showToast(left === 0 ? t("changed.undone") : t("changed.undoneLeft", { count: left }), undefined, link);
  } catch (error) {
    showToast(describeError(error), undefined, link);
  }
}

/**
 * Waits for the end of changes, and says what they did, with a button that undoes them.
 * @param onDone is called before each result is shown
 */
export async function followChanges(
  changes: readonly Change[],
  say: (ended: Change[]) => string,
  onDone: () => void,
): Promise<void> {
  const link = changes[0] && linkTo(changes[0]);
  try {
    const ended = await Promise.all(changes.map(untilAtRest));
    noteRecordChange({ kind: "other" });
    onDone();
    const undo = async () => {
      for (const change of ended) await undoChange(change, onDone);
    };
    showToast(say(ended), { label: t("action.undo"), run: () => void undo() }, link);
  } catch (error) {
    showToast(describeError(error), undefined, link);
  }
}
