import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import type { Member } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { changeOf } from "../../component/keep-typed.ts";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Loading, MoreButton } from "../../component/state.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Ago } from "../../component/moment.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { isLastOwner } from "./last-owner.ts";
import { checkReach, type Reach, ReachFields, ShownReach } from "./reach-fields.tsx";

type Open =
  | { kind: "edit"; member: Member | null }
  | { kind: "invite"; member: Member; isAdded?: boolean }
  | { kind: "remove"; member: Member }
  | null;

export default function MembersTab() {
  const list = useList<Member>("members", "/members");
  const [open, setOpen] = useState<Open>(null);
  const { user, has_access: hasAccess } = useSession();
  const close = () => setOpen(null);
  if (list.items === undefined) return <Loading read={list.read} lines={4} height="3.25rem" />;
  const isLast = (member: Member) => !list.hasMore && isLastOwner(member, list.items ?? []);
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t(hasAccess ? "settings.membersText" : "settings.membersByToken")}</p>
        <Button
          onClick={() => setOpen({ kind: "edit", member: null })}
          icon="plus"
          label={t("settings.addMember")}
        />
      </div>
      <ul class="table-box rows" aria-label={t("settings.tab.members")}>
        {list.items.map((member) => (
          <li key={member.id}>
            <div class="stack-small">
              <div class="line">
                <strong class="break">{member.name || member.email}</strong>
                {member.id === user.id && <span class="chip chip-good">{t("settings.you")}</span>}
              </div>
              <div class="small muted break">{member.email || t("settings.noEmail")}</div>
            </div>
            <div class="stack-small small">
              <div>{t(`role.${member.role}`)}</div>
              <div class="muted">
                <ShownReach hosts={member.hosts} tags={member.tags} />
              </div>
            </div>
            <span class="small muted">
              {t("settings.since")} <Ago at={member.created_at} />
            </span>
            <Menu label={t("settings.memberMenu", { name: member.name || member.email })}>
              <MenuItem onChoose={() => setOpen({ kind: "edit", member })} label={t("settings.change")} />
              <MenuItem onChoose={() => setOpen({ kind: "invite", member })} label={t("settings.invite")} />
              <MenuItem
                isDangerous
                disabled={isLast(member)}
                onChoose={() => setOpen({ kind: "remove", member })}
                label={t("action.remove")}
              />
            </Menu>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {open?.kind === "edit" && (
        <MemberDialog
          member={open.member}
          isLastOwner={open.member !== null && isLast(open.member)}
          onAdded={(member) => setOpen({ kind: "invite", member, isAdded: true })}
          onClose={close}
        />
      )}
      {open?.kind === "invite" && (
        <InviteDialog
          member={open.member}
          // Without Access a link is how somebody new gets in.
          makes={open.isAdded === true && !hasAccess}
          onClose={close}
        />
      )}
      {open?.kind === "remove" && <RemoveDialog member={open.member} onClose={close} />}
    </div>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email;
  const remove = async () => {
    await withProof(() => call("DELETE", `/members/${member.id}`));
    onClose();
    showToast(t("settings.removed", { name }));
    await refresh("members", "tokens", "door-keys");
  };
  return (
    <ConfirmDialog
      title={t("settings.removeTitle", { name })}
      confirmLabel={t("action.remove")}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
      text={t("settings.removeText")}
    />
  );
}

interface MemberProps {
  member: Member | null;
  isLastOwner: boolean;
  onAdded: (member: Member) => void;
  onClose: () => void;
}

function MemberDialog({ member, isLastOwner, onAdded, onClose }: MemberProps) {
  const first: Reach & { email: string; name: string } = {
    email: member?.email ?? "",
    name: member?.name ?? "",
    role: member?.role ?? "editor",
    hosts: member?.hosts ?? null,
    tags: member?.tags ?? null,
  };
  const isNew = member === null;
  const { has_access: hasAccess, method } = useSession();
  const [key] = useState(() => crypto.randomUUID());
  return (
    <FormDialog
      title={t(isNew ? "settings.addMember" : "settings.changeMember")}
      first={first}
      sendLabel={t(isNew ? "settings.add" : "form.save")}
      busyLabel={t("form.saving")}
      send={async (form) => {
        checkReach(form);
        const body = { ...form, email: form.email.trim(), name: form.name.trim() };
        const written = await withProof(() =>
          isNew
            ? call<Member>("POST", "/members", { body, headers: { "Idempotency-Key": key } })
            : call<Member>("PUT", `/members/${member.id}`, { body: changeOf(body, { ...first }) }),
        );
        if (isNew) onAdded(written);
        else onClose();
        showToast(t(isNew ? "settings.added" : "settings.changed", { name: body.name || body.email }));
        await refresh("members");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          {/* Not of the type email, which the browser would refuse before the API does, in words of its own. */}
          <TextField
            label={t("settings.email")}
            hint={t(hasAccess ? "settings.emailHint" : "settings.emailHintByToken")}
            inputMode="email"
            autocapitalize="none"
            spellcheck={false}
            autofocus
            {...bind(part, "email")}
          />
          <TextField label={t("settings.personName")} {...bind(part, "name")} />
          <ReachFields part={part} fixed={isLastOwner ? t("settings.lastOwner") : undefined} />
          {method !== "access" && <p class="small muted">{t("settings.needsProof")}</p>}
        </>
      )}
    </FormDialog>
  );
}
