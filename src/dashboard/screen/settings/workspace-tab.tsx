import { PLANS } from "../../../domain/client/words.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { CopyButton } from "../../component/button.tsx";
import { Loading, RoleNotice } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t, type TextKey } from "../../text/text.ts";
import { type SettingGroup, SettingsForm } from "./settings-form.tsx";
import { readMeta } from "./workspace-form.ts";

export function WorkspaceTab() {
  const read = useWorkspace();
  const mayWrite = useMay("manager");
  const limit = useLimit();
  const workspace = read.data;
  if (workspace === undefined) return <Loading read={read} lines={6} height="3.25rem" />;
  const token = readMeta(workspace)["verification_token"];
  // The API leaves the settings out, and empty fields would be taken for them.
  if (limit !== null) {
    return (
      <div class="stack">
        <Limits workspace={workspace} />
        <p class="muted">{t("settings.limited", { limit })}</p>
      </div>
    );
  }
  return (
    <div class="stack">
      <Limits workspace={workspace} />
      {!mayWrite && <RoleNotice role="manager" />}
      <section class="card stack">
        <h2>{t("settings.general")}</h2>
        <SettingsForm workspace={workspace} disabled={!mayWrite} groups={toGroups()} />
      </section>
      {token !== undefined && (
        <section class="card stack-small">
          <h2>{t("settings.verification")}</h2>
          <p class="muted">{t("settings.verificationText")}</p>
          <div class="line">
            <code class="break">{token}</code>
            <CopyButton text={token} of={t("settings.verification")} />
          </div>
        </section>
      )}
    </div>
  );
}

function toName(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

function Limits({ workspace }: { workspace: Workspace }) {
  const { maxRecords, maxHosts } = PLANS[workspace.plan];
  const allowed: Record<string, number | null> = { records: maxRecords, hostnames: maxHosts };
  return (
    <section class="stack-small">
      <p class="muted">{t("settings.plan", { plan: toName(workspace.plan), owner: workspace.owner.name })}</p>
      <div class="stats">
        {workspace.summary.map(({ category, used }) => {
          const limit = allowed[category] ?? null;
          const label = t(`settings.used.${category}` as TextKey);
          return (
            <StatCard
              key={category}
              label={limit === null ? label : `${label} · ${t("settings.of", { limit })}`}
              value={used}
              href={category === "hostnames" ? "/hosts" : "/links"}
            />
          );
        })}
      </div>
    </section>
  );
}

/** The settings by what they are for. A function, because its headings are in the language of the moment. */
function toGroups(): SettingGroup[] {
  return [
    { names: ["name", "email"] },
    { title: t("settings.group.visitors"), names: ["not_found_url", "expired_url"] },
    { title: t("settings.group.clicks"), names: ["retention"] },
    { title: t("settings.group.invoices"), names: ["country", "billing_extra"] },
  ];
}
