import { Tabs } from "../../component/tabs.tsx";
import { useRoute } from "preact-iso";
import type { ComponentType } from "preact";
import type { Role } from "../../../domain/client/words.ts";
import { EmptyState, RoleNotice } from "../../component/state.tsx";
import { useLimit, useMay, useSession } from "../../state/session.ts";
import { useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { BlocklistTab } from "./blocklist-tab.tsx";
import { ExportTab } from "./export-tab.tsx";
import { IntegrationsTab } from "./integrations-tab.tsx";
import { MembersTab } from "./members-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PagesTab } from "./pages-tab.tsx";
import { SharedTab } from "./shared-tab.tsx";
import { TagsTab } from "./tags-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";
import { UtmTab } from "./utm-tab.tsx";
import { WebhooksTab } from "./webhooks-tab.tsx";
import { WorkspaceTab } from "./workspace-tab.tsx";

interface Tab {
  name:
    | "workspace"
    | "members"
    | "tokens"
    | "notifications"
    | "webhooks"
    | "shared"
    | "integrations"
    | "blocklist"
    | "tags"
    | "utm"
    | "pages"
    | "export";
  content: ComponentType;
  role: Role;
  /** Says whether users with a limited reach are refused. */
  isWhole: boolean;
}

const TABS: readonly Tab[] = [
  { name: "workspace", content: WorkspaceTab, role: "viewer", isWhole: false },
  { name: "members", content: MembersTab, role: "owner", isWhole: true },
  { name: "tokens", content: TokensTab, role: "owner", isWhole: true },
  { name: "notifications", content: NotificationsTab, role: "manager", isWhole: true },
  { name: "webhooks", content: WebhooksTab, role: "manager", isWhole: false },
  { name: "shared", content: SharedTab, role: "manager", isWhole: false },
  { name: "integrations", content: IntegrationsTab, role: "viewer", isWhole: false },
  { name: "blocklist", content: BlocklistTab, role: "viewer", isWhole: true },
  { name: "tags", content: TagsTab, role: "viewer", isWhole: false },
  { name: "utm", content: UtmTab, role: "viewer", isWhole: false },
  { name: "pages", content: PagesTab, role: "viewer", isWhole: false },
  { name: "export", content: ExportTab, role: "owner", isWhole: true },
];

export default function Settings() {
  const { tab: wanted = "workspace" } = useRoute().params;
  const tab = TABS.find(({ name }) => name === wanted);
  const isWhole = useSession().hosts === null;
  const heading = useTitle(
    tab === undefined ? t("nav.settings") : `${t("nav.settings")}: ${t(`settings.tab.${tab.name}`)}`,
    wanted,
  );
  return (
    <div class="stack settings">
      {heading}
      <Tabs
        label={t("nav.settings")}
        names={TABS.filter((one) => isWhole || !one.isWhole).map(({ name }) => name)}
        current={tab?.name}
        hrefOf={(name) => (name === "workspace" ? "/settings" : `/settings/${name}`)}
        textOf={(name) => t(`settings.tab.${name}`)}
      />
      {tab === undefined ? <EmptyState title={t("notFound.title")} /> : <Content key={tab.name} tab={tab} />}
    </div>
  );
}

function Content({ tab: { content: Inner, role, isWhole } }: { tab: Tab }) {
  const mayRead = useMay(role);
  const hosts = useLimit();
  if (isWhole && hosts !== null) return <p class="muted">{t("settings.limited", { hosts })}</p>;
  return mayRead ? <Inner /> : <RoleNotice role={role} />;
}
