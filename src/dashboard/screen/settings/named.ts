import type { WorkspaceSetting } from "../../../domain/client/words.ts";
import { refresh } from "../../api/query.ts";
import { readWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { readMeta, saveSettings } from "./workspace-form.ts";

/** What the workspace keeps under names, as a list in one of its settings: UTM templates and QR styles. */

export type NamedSetting = Extract<WorkspaceSetting, "utm_templates" | "qr_styles">;

const NONE: readonly never[] = [];

export interface Named {
  name: string;
}

export function readNamed<Item extends Named>(
  workspace: Pick<Workspace, "meta"> | undefined,
  setting: NamedSetting,
): readonly Item[] {
  const text = workspace === undefined ? undefined : readMeta(workspace)[setting];
  return text === undefined ? NONE : (JSON.parse(text) as Item[]);
}

/**
 * Puts an item in the place of the one of a name, or adds it; without an item, that one is removed. Others that somebody
 * has changed meanwhile stay. Returns false if nothing was written. @throws ApiError, whose errors are on the setting
 * @param was the name until now; empty for a new item
 * @param mayReplace is asked if another item has the name of this one
 */
export async function saveNamed(
  setting: NamedSetting,
  was: string,
  item: Named | null,
  mayReplace: (other: Named) => Promise<boolean>,
): Promise<boolean> {
  const now = readNamed(await readWorkspace.queryFn({}), setting);
  const other = now.find(({ name }) => name === item?.name && name !== was);
  if (other !== undefined && !(await mayReplace(other))) return false;
  const list = replaceNamed(now, was, item);
  await saveSettings({ [setting]: list.length === 0 ? "" : JSON.stringify(list) });
  await refresh("workspace");
  return true;
}

/** Returns a list with an item in the place of the one of a name, or of the other one that has its name, or at the end. */
export function replaceNamed(list: readonly Named[], was: string, item: Named | null): Named[] {
  const isReplaced = ({ name }: Named) => name === was || name === item?.name;
  const at = [was, item?.name]
    .map((name) => list.findIndex((one) => one.name === name))
    .find((at) => at >= 0);
  const place = list.slice(0, at).filter((one) => !isReplaced(one)).length;
  const kept = list.filter((one) => !isReplaced(one));
  return item === null ? kept : kept.toSpliced(place, 0, item);
}
