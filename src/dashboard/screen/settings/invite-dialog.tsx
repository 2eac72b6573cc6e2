import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Member } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { CopyTextButton } from "../../component/copy-text-button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { formatMoment } from "../../component/moment.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { useWork } from "../../state/work.ts";
import { currentLanguage, t } from "../../text/text.ts";

interface InviteProps {
  member: Member;
  /** True to make a link at once. */
  makes: boolean;
  onClose: () => void;
}

/** Makes a link that signs a member in once, as a text to send: the API sends no message. */
export function InviteDialog({ member, makes, onClose }: InviteProps) {
  const { workspace, method } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const [isBusy, run] = useWork();
  const name = member.name || member.email;
  const isNew = secret === null;
  const text = secret === null ? "" : toInvitation(member, workspace.name, secret, method === "access");
  const make = async () => {
    const made = await withProof(() =>
      call<{ invitation: string }>("POST", `/members/${member.id}/invitation`),
    );
    setSecret(made.invitation);
    await refresh("members");
  };
  const copied = useRef<HTMLElement>(null);
  // What comes next after a link is made is not to make another, which would end it.
  useEffect(() => copied.current?.querySelector("button")?.focus(), [secret]);
  useEffect(() => {
    if (makes) void run(make);
  }, []);
  return (
    <Dialog title={t("settings.inviteTitle", { name })} onClose={onClose}>
      <p>{t("settings.inviteHint", { name })}</p>
      {isNew ? (
        <p class="muted">{sayLast(member)}</p>
      ) : (
        <div class="secret">
          <p class="pre break">{text}</p>
        </div>
      )}
      <div class="line">
        {!isNew && (
          <span ref={copied}>
            <CopyTextButton
              kind="main"
              text={text}
              said={t("settings.invite.copied")}
              label={t("settings.invite.copy")}
            />
          </span>
        )}
        <Button
          kind={isNew ? "main" : undefined}
          disabled={isBusy}
          onClick={() => void run(make)}
          label={t(isNew && member.invitation === null ? "settings.invite.make" : "settings.invite.again")}
        />
        <Button onClick={onClose} label={t("action.close")} />
      </div>
    </Dialog>
  );
}

function sayLast({ invitation }: Member): string {
  if (invitation === null) return t("settings.invite.none");
  const { used_at: usedAt, expires_at: endsAt } = invitation;
  if (usedAt !== null) return t("settings.invite.used", { when: formatMoment(usedAt) });
  const isOpen = Date.parse(endsAt) > Date.now();
  return t(isOpen ? "settings.invite.open" : "settings.invite.over", { when: formatMoment(endsAt) });
}

function toInvitation(
  { email, role, hosts, tags }: Member,
  workspace: string,
  secret: string,
  hasAccess: boolean,
): string {
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  const { origin } = location;
  return [
    t("settings.invite.member", { workspace }),
    t("settings.invite.link", { link: `${origin}/invitation#${secret}` }),
    hasAccess && email !== ""
      ? t("settings.invite.access", { address: origin, email })
      : t("settings.invite.later", { address: origin }),
    t("settings.invite.role", {
      role: t(`role.${role}`),
      text: t(tags === null ? `settings.roleText.${role}` : "settings.roleText.ofTags"),
    }),
    ...(hosts === null && tags !== null
      ? []
      : [
          t("settings.invite.hosts", { hosts: hosts === null ? t("settings.reachAll") : list.format(hosts) }),
        ]),
    ...(tags === null ? [] : [t("settings.invite.tags", { tags: list.format(tags) })]),
  ].join("\n");
}
