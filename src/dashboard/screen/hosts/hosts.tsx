import { Tabs } from "../../component/tabs.tsx";
import { useLocation, useRoute } from "preact-iso";
import type { Host } from "../../api/types.ts";
import { useList } from "../../api/query.ts";
import { ButtonLink } from "../../component/button.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useLateTexts } from "../../text/late-texts.ts";
import { useTypedFilter } from "../../state/typed-filter.ts";
import { useShortcut } from "../../state/shortcut.ts";
import { sayNumber, t } from "../../text/text.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { useMayConnect } from "./host-form.ts";
import { HostDrawer } from "./host-drawer.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { CertificateChip, reasonOf, StateChip, totalOf } from "./host-state.tsx";

const FILTERS = {
  all: {},
  wrong: { "filter[dns_wrong]": "true" },
  waiting: { "filter[held]": "false" },
} as const;

export default function Hosts() {
  useLateTexts("reason");
  const heading = useTitle(t("nav.hosts"));
  const search = useSearch();
  const { route } = useLocation();
  const { host } = useRoute().params;
  const mayConnect = useMayConnect();
  const text = search.values["search"] ?? "";
  const state = (["wrong", "waiting"] as const).find((name) => name === search.values["state"]) ?? "all";
  const list = useList<Host>("hosts", "/host", { ...FILTERS[state], "filter[search]": text });
  const hasFilter = text !== "" || state !== "all";
  const close = () => route(search.at("/hosts", { tab: undefined, names: undefined, for: undefined }));
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
        <SearchField value={text} />
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
    <EmptyState title={t("hosts.none")} text={t("hosts.noneText")}>
      {mayConnect && <ButtonLink kind="main" href="/hosts/new" label={t("hosts.connectFirst")} />}
    </EmptyState>
  );
}

function SearchField({ value }: { value: string }) {
  const { text, setText } = useTypedFilter("search", value);
  return (
    <input
      class="input host-search"
      type="search"
      aria-label={t("hosts.search")}
      placeholder={t("hosts.search")}
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}

interface TableProps {
  hosts: readonly Host[];
  openHost: string | undefined;
  hrefOf: (name: string) => string;
}

function HostTable({ hosts, openHost, hrefOf }: TableProps) {
  const isNarrow = useMedia(NARROW);
  if (isNarrow) {
    return (
      <ul class="table-box">
        {hosts.map((host) => (
          <li key={host.host} class="host-card" data-current={host.host === openHost ? "" : undefined}>
            <div class="line-apart">
              <a class="break row-card-title" href={hrefOf(host.host)}>
                {host.host}
              </a>
              <span class="small muted">{t("list.records", { count: totalOf(host) })}</span>
            </div>
            <div class="line">
              <StateChip host={host} />
              <CertificateChip host={host} />
            </div>
            {reasonOf(host) !== "" && <div class="small muted break">{reasonOf(host)}</div>}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div class="table-box">
      <table class="table" aria-label={t("nav.hosts")}>
        <colgroup>
          {WIDTHS.map((inlineSize, index) => (
            <col key={index} style={{ inlineSize }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t("filter.host")}</th>
            <th scope="col">{t("hosts.column.state")}</th>
            <th scope="col">{t("hosts.column.certificate")}</th>
            <th scope="col" class="number">
              {t("hosts.column.records")}
            </th>
            <th scope="col">{t("hosts.column.https")}</th>
            <th scope="col">{t("hosts.column.fallback")}</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <tr key={host.host} data-row="" data-current={host.host === openHost ? "" : undefined}>
              <th scope="row">
                <a class="cut" href={hrefOf(host.host)} title={host.host}>
                  {host.host}
                </a>
              </th>
              <td>
                <div class="one-line">
                  <StateChip host={host} />
                  <span class="cut small muted" title={reasonOf(host)}>
                    {reasonOf(host)}
                  </span>
                </div>
              </td>
              <td>
                <CertificateChip host={host} isShort />
              </td>
              <td class="number">{sayNumber(totalOf(host))}</td>
              <td class="small">{t(host.force_https ? "word.yes" : "word.no")}</td>
              <td>
                <Fallbacks host={host} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WIDTHS = ["24%", "auto", "8.5rem", "5.5rem", "6rem", "20%"];

function Fallbacks({ host: { not_found_url, expired_url } }: { host: Host }) {
  if (not_found_url === null && expired_url === null) return <span class="muted">–</span>;
  const short = (url: string) => url.replace(/^https?:\/\//, "");
  return (
    <div class="small">
      {not_found_url !== null && (
        <div class="cut" title={not_found_url}>
          {t("hosts.notFoundTo", { url: short(not_found_url) })}
        </div>
      )}
      {expired_url !== null && (
        <div class="cut" title={expired_url}>
          {t("hosts.expiredTo", { url: short(expired_url) })}
        </div>
      )}
    </div>
  );
}
