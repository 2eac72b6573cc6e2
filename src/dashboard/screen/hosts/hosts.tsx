import { Tabs } from "../../component/tabs.tsx";
import { useLocation, useRoute } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import type { Host } from "../../api/types.ts";
import { useList } from "../../api/query.ts";
import { ButtonLink } from "../../component/button.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useShortcut } from "../../state/shortcut.ts";
import { t } from "../../text/text.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { useMayConnect } from "./host-call.ts";
import { HostDrawer } from "./host-drawer.tsx";
import { HostTable } from "./host-table.tsx";

const FILTERS = {
  all: {},
  wrong: { "filter[correct]": "false" },
  waiting: { "filter[held]": "false" },
} as const;

export default function Hosts() {
  const heading = useTitle(t("nav.hosts"));
  const search = useSearch();
  const { route } = useLocation();
  const { host } = useRoute().params;
  const mayConnect = useMayConnect();
  const text = search.values["search"] ?? "";
  const state = (["wrong", "waiting"] as const).find((name) => name === search.values["state"]) ?? "all";
  const list = useList<Host>("hosts", "/host", { ...FILTERS[state], "filter[search]": text });
  const hasFilter = text !== "" || state !== "all";
  const close = () => route(search.at("/hosts", { tab: undefined }));
  useShortcut("c", "hosts.connect", () => mayConnect && route("/hosts/new"));
  return (
    <div class="stack">
      <div class="line-apart">
        <div class="line">
          {heading}
          {list.items !== undefined && (
            <span class="muted number" role="status">
              {list.hasMore ? t("hosts.atLeast", { count: list.items.length }) : list.items.length}
            </span>
          )}
        </div>
        {mayConnect && <ButtonLink href="/hosts/new" icon="plus" label={t("hosts.connect")} />}
      </div>
      <div class="line-apart">
        <Tabs<keyof typeof FILTERS>
          label={t("hosts.filter")}
          names={["all", "wrong", "waiting"]}
          current={state}
          hrefOf={(name) => search.at("/hosts", { state: name === "all" ? undefined : name })}
          textOf={(name) => t(`hosts.show.${name}`)}
        />
        <SearchField text={text} />
      </div>
      {list.items === undefined ? (
        <Loading read={list.read} lines={8} height="2.75rem" />
      ) : list.items.length === 0 ? (
        <None hasFilter={hasFilter} state={state} mayConnect={mayConnect} />
      ) : (
        <HostTable hosts={list.items} openHost={host} hrefOf={(name) => search.at(`/hosts/${name}`)} />
      )}
      <MoreButton list={list} />
      {host === "new" && mayConnect && <ConnectDialog onClose={close} />}
      {host !== undefined && host !== "new" && <HostDrawer key={host} name={host} onClose={close} />}
    </div>
  );
}

interface NoneProps {
  hasFilter: boolean;
  state: keyof typeof FILTERS;
  mayConnect: boolean;
}

function None({ hasFilter, state, mayConnect }: NoneProps) {
  if (hasFilter) {
    return (
      <EmptyState title={t(state === "wrong" ? "hosts.noneWrong" : "hosts.noMatch")}>
        <ButtonLink href="/hosts" label={t("list.showAll")} />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("hosts.none")}>
      <p class="muted">{t("hosts.noneText")}</p>
      {mayConnect && <ButtonLink kind="main" href="/hosts/new" label={t("hosts.connectFirst")} />}
    </EmptyState>
  );
}

const TYPING_MS = 300;

function SearchField({ text }: { text: string }) {
  const search = useSearch();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(
      () => search.set({ search: typed.trim() || undefined }, { replaces: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      class="input host-search"
      type="search"
      aria-label={t("hosts.search")}
      placeholder={t("hosts.search")}
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
