import { useWorkspace } from "../../api/shared-reads.ts";
import { Loading } from "../../component/state.tsx";
import { t } from "../../text/text.ts";
import { SettingsForm } from "./settings-form.tsx";

/** The foreign APIs that answer for the workspace. */
export function IntegrationsTab() {
  const workspace = useWorkspace();
  return (
    <div class="stack">
      <section class="card stack">
        <h2>{t("settings.doors")}</h2>
        <p class="muted">{t("settings.doorsText")}</p>
        {workspace.data === undefined ? (
          <Loading read={workspace} lines={3} height="3.25rem" />
        ) : (
          <SettingsForm workspace={workspace.data} groups={[{ names: ["doors"] }]} disabled={false} />
        )}
      </section>
    </div>
  );
}
