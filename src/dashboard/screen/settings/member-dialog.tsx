import { useState } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Member } from "../../api/types.ts";
import { Dialog } from "../../component/dialog.tsx";
import { changeOf } from "../../component/edit-form.tsx";
import { TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { ReachFields, type Reach } from "./reach-fields.tsx";

interface MemberProps {
  /** Null for a new one. */
  member: Member | null;
  isLastOwner: boolean;
  onClose: () => void;
}

type Form = Reach & { email: string; name: string };

/** Adds a member, or changes one. */
export function MemberDialog({ member, isLastOwner, onClose }: MemberProps) {
  const first: Form = {
    email: member?.email ?? "",
    name: member?.name ?? "",
    role: member?.role ?? "editor",
    hosts: member?.hosts ?? null,
  };
  const [form, setForm] = useState(first);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  const set = (changed: Partial<Form>) => setForm((old) => ({ ...old, ...changed }));
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const body = { ...form, email: form.email.trim(), name: form.name.trim() };
    try {
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
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  return (
    <Dialog title={t(member === null ? "settings.addMember" : "settings.changeMember")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        {failure !== null && Object.keys(errors).length === 0 && (
          <div class="notice notice-bad" role="alert">
            {describeError(failure)}
          </div>
        )}
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
          <button type="button" class="button button-plain" onClick={onClose}>
            {t("action.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
