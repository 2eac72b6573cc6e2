import { Tabs } from "../../component/tabs.tsx";
import { useRoute } from "preact-iso";
import type { Role } from "../../../domain/client/words.ts";
import { OnDemand } from "../../component/on-demand.tsx";
import { EmptyState, RoleNotice, Skeleton } from "../../component/state.tsx";
import type { LoadedPart } from "../../load-part.ts";
import { useLimit, useMay, useSession } from "../../state/session.ts";
import { useTitle } from "../../state/page.tsx";
import { useLateTexts } from "../../text/late-texts.ts";
import { t, type TextPart } from "../../text/text.ts";
import { WorkspaceTab } from "./workspace-tab.tsx";

type TabName =
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

interface Tab {
  name: TabName;
  role: Role;
  /** Who sees it: users without a limit, also those with some hostnames, or all. */
  reach: "whole" | "hosts" | "all";
  /** Null for the one that is drawn with the screen. */
  part: LoadedPart | null;
}

function toTab(
  name: TabName,
  role: Role,
  reach: Tab["reach"],
  load: LoadedPart["load"],
  texts: TextPart[] = [],
): Tab {
  return { name, role, reach, part: { load, texts } };
}

/** The first one is drawn with the screen, the others are loaded when they are opened. */
const TABS: readonly Tab[] = [
  { name: "workspace", role: "viewer", reach: "all", part: null },
  toTab("members", "owner", "whole", () => import("./members-tab.tsx")),
  toTab("tokens", "owner", "whole", () => import("./tokens-tab.tsx")),
  toTab("notifications", "manager", "whole", () => import("./notifications-tab.tsx")),
  toTab("webhooks", "manager", "hosts", () => import("./webhooks-tab.tsx")),
  toTab("shared", "manager", "hosts", () => import("./shared-tab.tsx")),
  toTab("integrations", "viewer", "hosts", () => import("./integrations-tab.tsx")),
  toTab("blocklist", "viewer", "whole", () => import("./blocklist-tab.tsx")),
  toTab("tags", "viewer", "all", () => import("./tags-tab.tsx")),
  toTab("utm", "viewer", "all", () => import("./utm-tab.tsx"), ["utm", "field", "records"]),
  toTab("styles", "viewer", "all", () => import("./styles-tab.tsx"), ["utm", "field", "records"]),
  toTab("pages", "viewer", "hosts", () => import("./pages-tab.tsx"), ["look"]),
  toTab("export", "owner", "whole", () => import("./export-tab.tsx")),
];

export default function Settings() {
  // For the words of refused and of unsaved values.
  useLateTexts("reason", "field", "records");
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

function Content({ tab: { part, role }, isReached }: { tab: Tab; isReached: boolean }) {
  const mayRead = useMay(role);
  const limit = useLimit() ?? "";
  if (!isReached) return <p class="muted">{t("settings.limited", { limit })}</p>;
  if (!mayRead) return <RoleNotice role={role} />;
  if (part === null) return <WorkspaceTab />;
  return <OnDemand part={part} props={{}} waiting={<Skeleton lines={4} height="3.25rem" />} />;
}
