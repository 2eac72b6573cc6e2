import type { Role } from "../../domain/role.ts";
import { useSession } from "../state/session.ts";
import { t } from "../text/text.ts";

/** Says which role something needs, in the place of what cannot be done. */
export function RoleNotice({ role }: { role: Role }) {
  const own = t(`role.${useSession().role}`);
  return <p class="muted">{t("error.roleNeeded", { role: t(`role.${role}`), own })}</p>;
}
