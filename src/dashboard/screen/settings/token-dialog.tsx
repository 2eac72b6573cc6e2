import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice } from "../../component/error-notice.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSubmission } from "../../state/submission.ts";
import { t } from "../../text/text.ts";
import { ReachFields, type Reach } from "./reach-fields.tsx";

/** The fields that show their own errors. */
const FIELDS = ["name", "role", "hosts", "expires"];

const DAY_MS = 86_400_000;
/** The lifetimes of a token in days; empty for no end. */
const ENDS = ["", "1", "7", "30", "90", "365"];

type Form = Reach & { name: string; days: string };

/** Creates a token with a chosen role and reach. */
export function TokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [form, setForm] = useState<Form>({ name: "", role: "editor", hosts: null, days: "" });
  const { failure, errors, isBusy, submit } = useSubmission();
  const set = (changed: Partial<Form>) => setForm((old) => ({ ...old, ...changed }));
  const make = async (event: Event) => {
    event.preventDefault();
    const { days, ...fields } = form;
    const expires = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    await submit(async () => {
      const body = { ...fields, name: form.name.trim(), expires };
      const made = await withProof(() => call<{ token: string }>("POST", "/tokens", { body }));
      onMade(made.token);
      await refresh("tokens");
    });
  };
  return (
    <Dialog title={t("settings.makeToken")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void make(event)}>
        <ErrorNotice failure={failure} fields={FIELDS} />
        <TextField
          label={t("settings.tokenName")}
          hint={t("settings.tokenNameHint")}
          autofocus
          value={form.name}
          onValue={(name) => set({ name })}
          errors={errors["name"]}
        />
        <ReachFields role={form.role} hosts={form.hosts} onChange={set} errors={errors} />
        <SelectField
          label={t("settings.endsAfter")}
          value={form.days}
          options={ENDS.map((value) => ({
            value,
            label: value === "" ? t("settings.never") : t("settings.days", { count: Number(value) }),
          }))}
          onValue={(days) => set({ days })}
          errors={errors["expires"]}
        />
        <div class="line">
          <button type="submit" class="button button-main" disabled={isBusy}>
            {t("settings.makeToken")}
          </button>
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
