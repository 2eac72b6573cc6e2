import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Member } from "../../api/types.ts";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice } from "../../component/error-notice.tsx";
import { changeOf } from "../../component/edit-form.tsx";
import { TextField } from "../../component/field.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { useSubmission } from "../../state/submission.ts";
import { t } from "../../text/text.ts";
import { ReachFields, type Reach } from "./reach-fields.tsx";

/** The fields that show their own errors. */
const FIELDS = ["email", "name", "role", "hosts"];

interface MemberProps {
  /** Null for a new member. */
  member: Member | null;
  isLastOwner: boolean;
  onClose: () => void;
}

type Form = Reach & { email: string; name: string };

/** Adds or changes a member. */
export function MemberDialog({ member, isLastOwner, onClose }: MemberProps) {
  const first: Form = {
    email: member?.email ?? "",
    name: member?.name ?? "",
    role: member?.role ?? "editor",
    hosts: member?.hosts ?? null,
  };
  const [form, setForm] = useState(first);
  const { failure, errors, isBusy, submit } = useSubmission();
  const [key] = useState(() => crypto.randomUUID());
  const set = (changed: Partial<Form>) => setForm((old) => ({ ...old, ...changed }));
  const save = async (event: Event) => {
    event.preventDefault();
    const body = { ...form, email: form.email.trim(), name: form.name.trim() };
    await submit(async () => {
      if (member === null) {
        const headers = { "Idempotency-Key": key };
        await withProof(() => call("POST", "/members", { body, headers }));
      } else {
        const change = changeOf(body, { ...first });
        await withProof(() => call("PUT", `/members/${member.id}`, { body: change }));
      }
      onClose();
      showToast(
        t(member === null ? "settings.added" : "settings.changed", { name: body.name || body.email }),
      );
      await refresh("members");
    });
  };
  return (
    <Dialog title={t(member === null ? "settings.addMember" : "settings.changeMember")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <ErrorNotice failure={failure} fields={FIELDS} />
        <TextField
          label={t("settings.email")}
          hint={t("settings.emailHint")}
          type="email"
          autofocus
          value={form.email}
          onValue={(email) => set({ email })}
          errors={errors["email"]}
        />
        <TextField
          label={t("settings.name")}
          value={form.name}
          onValue={(name) => set({ name })}
          errors={errors["name"]}
        />
        <ReachFields
          role={form.role}
          hosts={form.hosts}
          onChange={set}
          errors={errors}
          {...(isLastOwner && { fixed: t("settings.lastOwner") })}
        />
        <div class="line">
          <button type="submit" class="button button-main" disabled={isBusy}>
            {isBusy ? t("form.saving") : t(member === null ? "settings.add" : "form.save")}
          </button>
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
