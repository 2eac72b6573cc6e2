import { useState } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { Dialog } from "../../component/dialog.tsx";
import { CheckField, TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { totalOf } from "./host-state.ts";

interface Moved {
  records: { here: number; there: number };
}

/** Gives a hostname to another workspace, whose owner agrees by a token. */
export function MoveDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const [token, setToken] = useState("");
  const [isEmptyFine, setEmptyFine] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  const move = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const path = `/host/${encodeURIComponent(host.host)}/move`;
      const body = { token: token.trim(), ...(isEmptyFine && { empty: true }) };
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const { records } = await withProof(() => call<Moved>("POST", path, { body, headers }));
      onClose();
      showToast(t("hosts.moved", { host: host.host, here: records.here, there: records.there }));
      await refresh("hosts", "host", "facets", "records");
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  const others = Object.entries(errors).filter(([name]) => name !== "token");
  return (
    <Dialog title={t("hosts.moveTitle", { host: host.host })} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void move(event)}>
        <p>{t("hosts.moveEffect", { count: totalOf(host) })}</p>
        {failure !== null && (
          <div class="notice notice-bad" role="alert">
            {others.length > 0 ? others.flatMap(([, why]) => why).join("; ") : describeError(failure)}
          </div>
        )}
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
          <button type="button" class="button button-plain" onClick={onClose}>
            {t("action.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
