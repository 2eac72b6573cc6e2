import { Tabs } from "../../component/tabs.tsx";
import { useRoute } from "preact-iso";
import type { ComponentType } from "preact";
import type { Role } from "../../../domain/client/words.ts";
import { EmptyState, RoleNotice } from "../../component/state.tsx";
import { useLimit, useMay, useSession } from "../../state/session.ts";
import { useTitle } from "../../state/page.tsx";
import { useLateReasons } from "../../text/late-reasons.ts";
import { t } from "../../text/text.ts";
import { BlocklistTab } from "./blocklist-tab.tsx";
import { ExportTab } from "./export-tab.tsx";
import { IntegrationsTab } from "./integrations-tab.tsx";
import { MembersTab } from "./members-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PagesTab } from "./pages-tab.tsx";
import { SharedTab } from "./shared-tab.tsx";
import { StylesTab } from "./styles-tab.tsx";
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
    | "styles"
    | "pages"
    | "export";
  content: ComponentType;
  role: Role;
  /** Who sees it: users without a limit, also those with some hostnames, or all. */
  reach: "whole" | "hosts" | "all";
}

const TABS: readonly Tab[] = [
  { name: "workspace", content: WorkspaceTab, role: "viewer", reach: "all" },
  { name: "members", content: MembersTab, role: "owner", reach: "whole" },
  { name: "tokens", content: TokensTab, role: "owner", reach: "whole" },
  { name: "notifications", content: NotificationsTab, role: "manager", reach: "whole" },
  { name: "webhooks", content: WebhooksTab, role: "manager", reach: "hosts" },
  { name: "shared", content: SharedTab, role: "manager", reach: "hosts" },
  { name: "integrations", content: IntegrationsTab, role: "viewer", reach: "hosts" },
  { name: "blocklist", content: BlocklistTab, role: "viewer", reach: "whole" },
  { name: "tags", content: TagsTab, role: "viewer", reach: "all" },
  { name: "utm", content: UtmTab, role: "viewer", reach: "all" },
  { name: "styles", content: StylesTab, role: "viewer", reach: "all" },
  { name: "pages", content: PagesTab, role: "viewer", reach: "hosts" },
  { name: "export", content: ExportTab, role: "owner", reach: "whole" },
];

export default function Settings() {
  useLateReasons();
  const { tab: wanted = "workspace" } = useRoute().params;
  const tab = TABS.find(({ name }) => name === wanted);
  const { hosts, tags } = useSession();
  const reached = tags !== null ? ["all"] : hosts !== null ? ["all", "hosts"] : ["all", "hosts", "whole"];
  const heading = useTitle(
    tab === undefined ? t("nav.settings") : `${t("nav.settings")}: ${t(`settings.tab.${tab.name}`)}`,
    wanted,
  );
  return (
    <div class="stack settings">
      {heading}
      <Tabs
        label={t("nav.settings")}
        names={TABS.filter(({ reach }) => reached.includes(reach)).map(({ name }) => name)}
        current={tab?.name}
        hrefOf={(name) => (name === "workspace" ? "/settings" : `/settings/${name}`)}
        textOf={(name) => t(`settings.tab.${name}`)}
      />
      {tab === undefined ? (
        <EmptyState title={t("notFound.title")} />
      ) : (
        <Content key={tab.name} tab={tab} isReached={reached.includes(tab.reach)} />
      )}
    </div>
  );
}

function Content({ tab: { content: Inner, role }, isReached }: { tab: Tab; isReached: boolean }) {
  const mayRead = useMay(role);
  const limit = useLimit() ?? "";
  if (!isReached) return <p class="muted">{t("settings.limited", { limit })}</p>;
  return mayRead ? <Inner /> : <RoleNotice role={role} />;
}
