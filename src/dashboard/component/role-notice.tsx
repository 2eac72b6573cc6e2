import type { Role } from "../../domain/client/words.ts";
import { useSession } from "../state/session.ts";
import { t } from "../text/text.ts";

export function RoleNotice({ role }: { role: Role }) {
  const own = t(`role.${useSession().role}`);
  return <p class="muted">{t("error.roleNeeded", { role: t(`role.${role}`), own })}</p>;
}
