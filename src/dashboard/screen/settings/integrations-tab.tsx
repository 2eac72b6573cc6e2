import { useWorkspace } from "../../api/shared-reads.ts";
import { Loading } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { DoorKeys } from "./door-keys.tsx";
import { PhoneCard } from "./phone-card.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { toWorkspaceForm } from "./workspace-form.ts";

/** Ways from other programs: a browser's bookmark, the foreign APIs that answer for the workspace, and their keys. */
export default function IntegrationsTab() {
  const isManager = useMay("manager");
  // Users with a limited reach see no settings of the workspace, and only the keys of their hostnames.
  const isWhole = useLimit() === null;
  const workspace = useWorkspace(isManager && isWhole);
  const isClosed =
    workspace.data !== undefined && !toWorkspaceForm(workspace.data).doors.split(",").includes("yourls");
  return (
    <div class="stack">
      <PhoneCard />
      {isManager && isWhole && (
        <section class="card stack">
          <h2>{t("settings.doors")}</h2>
          <p class="muted">{t("settings.doorsText")}</p>
          {workspace.data === undefined ? (
            <Loading read={workspace} lines={3} height="3.25rem" />
          ) : (
            <SettingsForm workspace={workspace.data} groups={[{ names: ["doors"] }]} disabled={false} />
          )}
        </section>
      )}
      {isManager && <DoorKeys isClosed={isClosed} />}
    </div>
  );
}
