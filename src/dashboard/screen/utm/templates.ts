import { MAX_UTM_CHARACTERS, type Utm, UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { refuseFields } from "../../api/client.ts";
import { queries } from "../../api/query.ts";
import { readWorkspace, useWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { readNamed } from "../settings/named.ts";

export { templateFor } from "../../../domain/client/words.ts";

/** The UTM templates of the workspace. */

export function readTemplates(workspace: Pick<Workspace, "meta"> | undefined): readonly UtmTemplate[] {
  return readNamed(workspace, "utm_templates");
}

export function useTemplates(isEnabled = true): readonly UtmTemplate[] {
  return readTemplates(useWorkspace(isEnabled).data);
}

/** Waits for the templates; none if they cannot be read. */
export async function findTemplates(): Promise<readonly UtmTemplate[]> {
  return readTemplates(await queries.ensureQueryData(readWorkspace).catch(() => undefined));
}

/** Returns all members of UTM, with those of a template. */
export function fillUtm(template: UtmTemplate | undefined): Utm {
  return Object.fromEntries(UTM_MEMBERS.map((member) => [member, template?.utm[member] ?? ""])) as Utm;
}

/** Refuses values at their own fields: the API names the template alone. @throws ApiError as the API does */
export function checkUtm(utm: Utm): void {
  const long = UTM_MEMBERS.filter((member) => utm[member].length > MAX_UTM_CHARACTERS);
  const reason = t("utm.tooLong", { count: MAX_UTM_CHARACTERS });
  refuseFields(Object.fromEntries(long.map((member) => [`utm.${member}`, [reason]])));
}

export function isSameUtm(a: Utm, b: Utm): boolean {
  return UTM_MEMBERS.every((member) => a[member] === b[member]);
}
