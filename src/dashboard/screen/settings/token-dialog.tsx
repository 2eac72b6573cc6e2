import { useState } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { Dialog } from "../../component/dialog.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { t } from "../../text/text.ts";
import { ReachFields, type Reach } from "./reach-fields.tsx";

const DAY_MS = 86_400_000;
/** After how many days a token may end; empty for never. */
const ENDS = ["", "1", "7", "30", "90", "365"];

type Form = Reach & { name: string; days: string };

/** Makes a token with what its maker gives it. */
export function TokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [form, setForm] = useState<Form>({ name: "", role: "editor", hosts: null, days: "" });
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  const set = (changed: Partial<Form>) => setForm((old) => ({ ...old, ...changed }));
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const { days, ...fields } = form;
    const expires = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    try {
      const body = { ...fields, name: form.name.trim(), expires };
      const made = await withProof(() => call<{ token: string }>("POST", "/tokens", { body }));
      onMade(made.token);
      await refresh("tokens");
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  return (
    <Dialog title={t("settings.makeToken")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void make(event)}>
        {failure !== null && Object.keys(errors).length === 0 && (
          <div class="notice notice-bad" role="alert">
            {describeError(failure)}
          </div>
        )}
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
          <button type="button" class="button button-plain" onClick={onClose}>
            {t("action.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
