import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Member } from "../../api/types.ts";
import { useList } from "../../api/use-list.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Icon } from "../../component/icon.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Ago } from "../../component/moment.tsx";
import { MoreButton } from "../../component/more-button.tsx";
import { describeError, ErrorState, Skeleton } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { isLastOwner } from "./last-owner.ts";
import { MemberDialog } from "./member-dialog.tsx";
import { ShownReach } from "./reach-fields.tsx";

type Open = { kind: "edit"; member: Member | null } | { kind: "remove"; member: Member } | null;

/** The members of the workspace with their roles. */
export function MembersTab() {
  const list = useList<Member>("members", "/members");
  const [open, setOpen] = useState<Open>(null);
  const { user } = useSession();
  const close = () => setOpen(null);
  if (list.items === undefined) {
    return list.read.isError ? (
      <ErrorState error={list.read.error} onRetry={() => void list.read.refetch()} />
    ) : (
      <Skeleton lines={4} height="3.25rem" />
    );
  }
  const isLast = (member: Member) => !list.hasMore && isLastOwner(member, list.items ?? []);
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.membersText")}</p>
        <button type="button" class="button" onClick={() => setOpen({ kind: "edit", member: null })}>
          <Icon name="plus" />
          {t("settings.addMember")}
        </button>
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
                <ShownReach hosts={member.hosts} />
              </div>
            </div>
            <span class="small muted">
              {t("settings.since")} <Ago at={member.created_at} />
            </span>
            <Menu
              label={t("settings.memberMenu", { name: member.name || member.email })}
              button={<Icon name="more" />}
            >
              <MenuItem onChoose={() => setOpen({ kind: "edit", member })}>{t("settings.change")}</MenuItem>
              <MenuItem
                isDangerous
                disabled={isLast(member)}
                onChoose={() => setOpen({ kind: "remove", member })}
              >
                {t("settings.remove")}
              </MenuItem>
            </Menu>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {open?.kind === "edit" && (
        <MemberDialog
          member={open.member}
          isLastOwner={open.member !== null && isLast(open.member)}
          onClose={close}
        />
      )}
      {open?.kind === "remove" && <RemoveDialog member={open.member} onClose={close} />}
    </div>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const name = member.name || member.email;
  const remove = async () => {
    setBusy(true);
    try {
      await withProof(() => call("DELETE", `/members/${member.id}`));
      onClose();
      showToast(t("settings.removed", { name }));
      await refresh("members", "tokens");
    } catch (error) {
      setBusy(false);
      showToast(describeError(error));
    }
  };
  return (
    <ConfirmDialog
      title={t("settings.removeTitle", { name })}
      confirmLabel={t("settings.remove")}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t("settings.removeText")}</p>
    </ConfirmDialog>
  );
}
