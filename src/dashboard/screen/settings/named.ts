import type { WorkspaceSetting } from "../../../domain/client/words.ts";
import { refresh } from "../../api/query.ts";
import { readWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { readMeta, saveSettings } from "./workspace-form.ts";

/** What the workspace keeps under names, as a list in one of its settings: UTM templates and QR styles. */

const NONE: readonly never[] = [];

interface Named {
  name: string;
}

export function readNamed<Item extends Named>(
  workspace: Pick<Workspace, "meta"> | undefined,
  setting: WorkspaceSetting,
): readonly Item[] {
  const text = workspace === undefined ? undefined : readMeta(workspace)[setting];
  return text === undefined ? NONE : (JSON.parse(text) as Item[]);
}

/**
 * Puts an item in the place of the one of a name, or adds it; without an item, that one is removed. Others that somebody
 * has changed meanwhile stay. @throws ApiError, whose errors are on the setting
 */
export async function saveNamed(setting: WorkspaceSetting, name: string, item: Named | null): Promise<void> {
  const now = readNamed(await readWorkspace.queryFn({}), setting);
  const at = now.findIndex((one) => one.name === name);
  const kept = now.filter((one) => one.name !== name);
  const list = item === null ? kept : kept.toSpliced(at < 0 ? kept.length : at, 0, item);
  await saveSettings({ [setting]: list.length === 0 ? "" : JSON.stringify(list) });
  await refresh("workspace");
}
