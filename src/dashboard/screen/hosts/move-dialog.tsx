import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice } from "../../component/error-notice.tsx";
import { CheckField, TextField } from "../../component/field.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { useSubmission } from "../../state/submission.ts";
import { t } from "../../text/text.ts";
import { totalOf } from "./host-state.ts";

/** The fields that show their own errors. */
const FIELDS = ["token"];

interface Moved {
  records: { here: number; there: number };
}

/** Moves a hostname to another workspace, whose owner agrees by a token. */
export function MoveDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const [token, setToken] = useState("");
  const [isEmptyFine, setEmptyFine] = useState(false);
  const { failure, errors, isBusy, submit } = useSubmission();
  const move = async (event: Event) => {
    event.preventDefault();
    await submit(async () => {
      const path = `/host/${encodeURIComponent(host.host)}/move`;
      const body = { token: token.trim(), ...(isEmptyFine && { empty: true }) };
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const { records } = await withProof(() => call<Moved>("POST", path, { body, headers }));
      onClose();
      showToast(t("hosts.moved", { host: host.host, here: records.here, there: records.there }));
      await refresh("hosts", "host", "facets", "records");
    });
  };
  return (
    <Dialog title={t("hosts.moveTitle", { host: host.host })} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void move(event)}>
        <p>{t("hosts.moveEffect", { count: totalOf(host) })}</p>
        <ErrorNotice failure={failure} fields={FIELDS} />
        <TextField
          label={t("hosts.moveToken")}
          hint={t("hosts.moveTokenHint")}
          type="password"
          autocomplete="off"
          value={token}
          onValue={setToken}
          errors={errors["token"]}
          required
        />
        <CheckField
          label={t("hosts.moveEmpty")}
          hint={t("hosts.moveEmptyHint")}
          isChecked={isEmptyFine}
          onChecked={setEmptyFine}
        />
        <div class="line">
          <button type="submit" class="button button-bad" disabled={isBusy || token.trim() === ""}>
            {t("hosts.moveOpen")}
          </button>
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
