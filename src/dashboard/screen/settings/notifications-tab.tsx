import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Loading } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { t } from "../../text/text.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { SettingsForm } from "./settings-form.tsx";

export default function NotificationsTab() {
  const workspace = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async () => {
    const made = await withProof(() => call<{ secret: string }>("POST", "/workspace/notify-secret"));
    setAsking(false);
    setSecret(made.secret);
  };
  return (
    <div class="stack">
      <section class="card stack">
        <h2>{t("settings.notify")}</h2>
        <p class="muted">{t("settings.notifyText")}</p>
        {workspace.data === undefined ? (
          <Loading read={workspace} lines={6} height="3.25rem" />
        ) : (
          <SettingsForm
            workspace={workspace.data}
            groups={[{ names: ["notify_url", "click_thresholds"] }]}
            disabled={false}
          />
        )}
        <p class="small muted">{t("settings.notifyRetries")}</p>
      </section>
      <section class="card stack">
        <h2>{t("settings.secret")}</h2>
        <p class="muted">{t("settings.secretText")}</p>
        <div>
          <Button onClick={() => setAsking(true)} label={t("settings.makeSecret")} />
        </div>
      </section>
      {isAsking && (
        <ConfirmDialog
          title={t("settings.makeSecretTitle")}
          confirmLabel={t("settings.makeSecret")}
          onConfirm={make}
          onClose={() => setAsking(false)}
          text={t("settings.makeSecretText")}
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
