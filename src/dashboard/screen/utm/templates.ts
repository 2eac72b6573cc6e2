import { type Utm, UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { queries, refresh } from "../../api/query.ts";
import { readWorkspace, useWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { readMeta, saveSettings } from "../settings/workspace-form.ts";

/** The UTM templates of the workspace. */

export const NO_TEMPLATES: readonly UtmTemplate[] = [];

export function readTemplates(workspace: Pick<Workspace, "meta"> | undefined): readonly UtmTemplate[] {
  const text = workspace === undefined ? undefined : readMeta(workspace)["utm_templates"];
  return text === undefined ? NO_TEMPLATES : (JSON.parse(text) as UtmTemplate[]);
}

export function useTemplates(isEnabled = true): readonly UtmTemplate[] {
  return readTemplates(useWorkspace(isEnabled).data);
}

/** Waits for the templates; none if they cannot be read. */
export async function findTemplates(): Promise<readonly UtmTemplate[]> {
  return readTemplates(await queries.ensureQueryData(readWorkspace).catch(() => undefined));
}

/** Returns the template for new links of a hostname with these tags: one for a tag comes first (contract 32.45). */
export function templateFor(
  templates: readonly UtmTemplate[],
  host: string,
  tags: readonly string[],
): UtmTemplate | undefined {
  const names = new Set(tags.map((tag) => tag.toLowerCase()));
  const onHost = templates.filter((template) => template.host === undefined || template.host === host);
  return (
    onHost.find(({ tag }) => tag !== undefined && names.has(tag.toLowerCase())) ??
    onHost.find((template) => template.tag === undefined && template.host !== undefined)
  );
}

/** Returns all members of UTM, with those of a template. */
export function fillUtm(template: UtmTemplate | undefined): Utm {
  return Object.fromEntries(UTM_MEMBERS.map((member) => [member, template?.utm[member] ?? ""])) as Utm;
}

export function isSameUtm(a: Utm, b: Utm): boolean {
  return UTM_MEMBERS.every((member) => a[member] === b[member]);
}

/**
 * Puts a template in the place of the one of a name, or adds it; without a template, that one is removed. Others that
 * somebody has changed meanwhile stay. @throws ApiError, whose errors are on `utm_templates`
 */
export async function saveTemplate(name: string, template: UtmTemplate | null): Promise<void> {
  const now = readTemplates(await readWorkspace.queryFn({}));
  const at = now.findIndex((one) => one.name === name);
  const kept = now.filter((one) => one.name !== name);
  const list = template === null ? kept : kept.toSpliced(at < 0 ? kept.length : at, 0, template);
  await saveSettings({ utm_templates: list.length === 0 ? "" : JSON.stringify(list) });
  await refresh("workspace");
}
