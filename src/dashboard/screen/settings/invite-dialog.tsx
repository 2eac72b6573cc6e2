import type { Member } from "../../api/types.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { useSession } from "../../state/session.ts";
import { currentLanguage, t } from "../../text/text.ts";

/** What a member has to know to sign in, as a text to send: the API sends no message. */
export function InviteDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { workspace } = useSession();
  const text = toInvitation(member, workspace.name, location.origin);
  return (
    <Dialog title={t("settings.inviteTitle", { name: member.name || member.email })} onClose={onClose}>
      <p>{t("settings.inviteHint")}</p>
      <div class="secret">
        <p class="pre break">{text}</p>
        <CopyButton text={text} of={t("settings.invitation")} />
      </div>
      <div>
        <Button kind="main" onClick={onClose} label={t("action.close")} />
      </div>
    </Dialog>
  );
}

function toInvitation({ email, role, hosts }: Member, workspace: string, address: string): string {
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  return [
    t("settings.invite.member", { workspace }),
    t("settings.invite.address", { address }),
    email === "" ? t("settings.invite.token") : t("settings.invite.access", { email }),
    t("settings.invite.role", { role: t(`role.${role}`), text: t(`settings.roleText.${role}`) }),
    t("settings.invite.hosts", { hosts: hosts === null ? t("settings.reachAll") : list.format(hosts) }),
  ].join("\n");
}
