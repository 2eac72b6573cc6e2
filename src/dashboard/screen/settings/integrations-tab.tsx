import { useWorkspace } from "../../api/shared-reads.ts";
import { Loading } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { PhoneCard } from "./phone-card.tsx";
import { SettingsForm } from "./settings-form.tsx";

export function IntegrationsTab() {
  const isManager = useMay("manager");
  const isWhole = useLimit() === null;
  return (
    <div class="stack">
      <PhoneCard />
      {isManager && isWhole && <DoorsCard />}
    </div>
  );
}

/** The foreign APIs that answer for the workspace. */
function DoorsCard() {
  const workspace = useWorkspace();
  return (
    <section class="card stack">
      <h2>{t("settings.doors")}</h2>
      <p class="muted">{t("settings.doorsText")}</p>
      {workspace.data === undefined ? (
        <Loading read={workspace} lines={3} height="3.25rem" />
      ) : (
        <SettingsForm workspace={workspace.data} groups={[{ names: ["doors"] }]} disabled={false} />
      )}
    </section>
  );
}
