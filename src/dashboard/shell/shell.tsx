import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog, Toasts } from "../component/dialog.tsx";
import { ProofDialog } from "../state/proof.tsx";
import { useHasFolders, useLimit, useMay, useSession } from "../state/session.ts";
import { listenForShortcuts, listShortcuts, useShortcut } from "../state/shortcut.ts";
import { t } from "../text/text.ts";
import { PersonMenu } from "./person-menu.tsx";
import { Button, Icon } from "../component/button.tsx";
import { queries } from "../api/query.ts";
import { formatMoment } from "../component/moment.tsx";
import { Menu, MenuItem } from "../component/menu.tsx";
import { BAR_ENTRIES, isBelow, type NavEntry, SCREEN_GROUPS } from "../screens.ts";

/** The frame of every screen: navigation, search, and the user who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [hasList, setHasList] = useState(false);
  const { workspace, role, hosts, tags } = useSession();
  const limit = useLimit();
  const mayWrite = useMay("editor");
  useLayoutEffect(listenForShortcuts, []);
  useShortcut("?", "shortcut.list", () => setHasList(true));
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t("shell.skip")}
      </a>
      <Navigation />
      <div>
        <header class="top">
          <SearchField />
          {mayWrite && <NewMenu />}
          <div class="workspace small top-wide">
            <div class="cut">{workspace.name}</div>
            <div class="cut muted" title={limit ?? undefined}>
              {t(`role.${role}`)}
              {hosts !== null &&
                ` · ${hosts[1] === undefined ? hosts[0] : t("shell.hosts", { count: hosts.length })}`}
              {tags !== null && ` · ${tags.join(", ")}`}
            </div>
          </div>
          <PersonMenu onShortcuts={() => setHasList(true)} />
        </header>
        <OfflineBanner />
        {workspace.is_suspended && <p class="banner">{t("shell.suspended")}</p>}
        <main id="main" class="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Toasts />
      <ProofDialog />
      {hasList && <ShortcutList onClose={() => setHasList(false)} />}
    </div>
  );
}

const LIST = "/links";

/** Searches the records. On their list, keeps its kind and its other filters. */
function SearchField() {
  const { path, query, route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query["search"] ?? "");
  useLayoutEffect(() => setText(query["search"] ?? ""), [query["search"]]);
  useShortcut("/", "shortcut.search", () => input.current?.select());
  const submit = (event: Event) => {
    event.preventDefault();
    const isOnList = path === LIST;
    const search = new URLSearchParams(isOnList ? query : {});
    if (text.trim() === "") search.delete("search");
    else search.set("search", text.trim());
    route(`${LIST}${search.size === 0 ? "" : `?${search.toString()}`}`);
    input.current?.blur();
  };
  return (
    <form class="top-search" role="search" onSubmit={submit}>
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={t("shell.search")}
        placeholder={t("shell.search")}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <kbd class="top-wide" aria-hidden="true" hidden={text !== ""}>
        /
      </kbd>
    </form>
  );
}

/** Where records of each kind are made: links in the field above the list, others in their form. */
const NEW = { link: "/links?new", redirect: "/links/new?kind=redirect", qr: "/links/new?kind=qr" } as const;

function NewMenu() {
  const { route } = useLocation();
  useShortcut("n", "shortcut.new", () => route(NEW.link));
  const button = (
    <>
      <Icon name="plus" />
      <span class="top-wide">{t("shell.new")}</span>
    </>
  );
  return (
    <Menu label={t("shell.new")} button={button} buttonClass="button button-main">
      {(["link", "redirect", "qr"] as const).map((kind) => (
        <MenuItem key={kind} href={NEW[kind]} label={t(`shell.new.${kind}`)} />
      ))}
    </Menu>
  );
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("shortcut.list")} onClose={onClose}>
      <ul class="list">
        {listShortcuts().map(({ keys, label }) => (
          <li key={keys}>
            <span>{t(label)}</span>
            <span class="line">
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p class="small muted">{t("shortcut.off")}</p>
      <div>
        <Button onClick={onClose} label={t("action.close")} />
      </div>
    </Dialog>
  );
}

/** Shows that there is no network, and the age of the numbers on the page. */
function OfflineBanner() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void queries.refetchQueries({ type: "active" });
    };
    addEventListener("online", update);
    addEventListener("offline", update);
    return () => {
      removeEventListener("online", update);
      removeEventListener("offline", update);
    };
  }, []);
  if (isOnline) return null;
  const readAtMs = Math.max(
    0,
    ...queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  const at = formatMoment(new Date(readAtMs === 0 ? Date.now() : readAtMs).toISOString());
  return (
    <p class="banner" role="status">
      {t("shell.offline", { at })}
    </p>
  );
}

/** The entries, each with whether it begins a group. */
const ENTRIES = SCREEN_GROUPS.flatMap((group) =>
  group.map(({ nav, isOfRecords }, index) => ({ entry: nav, isOfRecords, isFirst: index === 0 })),
);

/** The sidebar of a wide page, and the bar at the bottom of a phone. */
function Navigation() {
  const { path, route } = useLocation();
  const hasFolders = useHasFolders();
  const entries = ENTRIES.filter(({ isOfRecords }) => isOfRecords || !hasFolders);
  const rest = entries.slice(BAR_ENTRIES);
  const current = rest.find(({ entry }) => isBelow(path, entry.href))?.entry;
  useShortcut("g r", "nav.redirects", () => route(`${LIST}?kind=redirect`));
  return (
    <nav class="nav" aria-label={t("shell.navigation")}>
      <div>
        <a class="brand" href="/">
          <Icon name="redirects" />
          Signpost
        </a>
        <ul>
          {entries.map(({ entry, isFirst }, index) => (
            <li
              key={entry.href}
              class={`${index < BAR_ENTRIES ? "" : "nav-more-only"}${isFirst && index > 0 ? " nav-group" : ""}`}
            >
              <NavLink entry={entry} isCurrent={isBelow(path, entry.href)} />
            </li>
          ))}
          {rest.length > 0 && (
            <li class="nav-more">
              <Menu
                label={current === undefined ? t("nav.more") : `${t("nav.more")}: ${t(current.label)}`}
                button={
                  <>
                    <Icon name={current?.icon ?? "more"} />
                    <span class="cut">{t(current?.label ?? "nav.more")}</span>
                  </>
                }
                buttonClass="nav-button"
                isCurrent={current !== undefined}
              >
                {rest.map(({ entry }) => (
                  <MenuItem
                    key={entry.href}
                    href={entry.href}
                    isCurrent={entry === current}
                    label={
                      <span class="line">
                        <Icon name={entry.icon} />
                        {t(entry.label)}
                      </span>
                    }
                  />
                ))}
              </Menu>
            </li>
          )}
        </ul>
      </div>
    </nav>
  );
}

function NavLink({ entry: { href, label, icon, key }, isCurrent }: { entry: NavEntry; isCurrent: boolean }) {
  const { route } = useLocation();
  useShortcut(`g ${key}`, label, () => route(href));
  return (
    <a href={href} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={icon} />
      <span class="cut">{t(label)}</span>
    </a>
  );
}
