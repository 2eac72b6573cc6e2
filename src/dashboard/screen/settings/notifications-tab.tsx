import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { describeError } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WithWorkspace } from "./with-workspace.tsx";
import { SettingsForm } from "./workspace-tab.tsx";

/** The webhook for broken destinations, and its secret. */
export function NotificationsTab() {
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div class="stack">
      <section class="card stack">
        <h2>{t("settings.notify")}</h2>
        <p class="muted">{t("settings.notifyText")}</p>
        <WithWorkspace>
          {(workspace) => <SettingsForm workspace={workspace} names={["notify_url"]} disabled={false} />}
        </WithWorkspace>
        <p class="small muted">{t("settings.notifyRetries")}</p>
      </section>
      <section class="card stack">
        <h2>{t("settings.secret")}</h2>
        <p class="muted">{t("settings.secretText")}</p>
        <div>
          <button type="button" class="button" onClick={() => setAsking(true)}>
            {t("settings.makeSecret")}
          </button>
        </div>
      </section>
      {isAsking && (
        <SecretQuestion
          onClose={() => setAsking(false)}
          onMade={(made) => {
            setAsking(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t("settings.secret")}
          text={t("settings.newSecretText")}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}

function SecretQuestion({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { secret } = await withProof(() => call<{ secret: string }>("POST", "/workspace/notify-secret"));
      onMade(secret);
    } catch (error) {
      setBusy(false);
      showToast(describeError(error));
    }
  };
  return (
    <ConfirmDialog
      title={t("settings.makeSecretTitle")}
      confirmLabel={t("settings.makeSecret")}
      isBusy={isBusy}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <p>{t("settings.makeSecretText")}</p>
    </ConfirmDialog>
  );
}
