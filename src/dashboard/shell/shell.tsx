import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Toasts } from "../component/toasts.tsx";
import { ProofDialog } from "../state/proof.tsx";
import { useMay, useSession } from "../state/session.ts";
import { listenForShortcuts, useShortcut } from "../state/shortcut.ts";
import { t } from "../text/text.ts";
import { NewMenu } from "./new-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

/** The frame of every screen: navigation, search, and the user who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [hasList, setHasList] = useState(false);
  const { workspace, role, hosts } = useSession();
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
            <div class="cut muted" title={hosts?.join(", ")}>
              {t(`role.${role}`)}
              {hosts !== null &&
                ` · ${hosts[1] === undefined ? hosts[0] : t("shell.hosts", { count: hosts.length })}`}
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

/** Searches the records. On a list of records, searches that list. */
function SearchField() {
  const { path, query, route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query["search"] ?? "");
  useEffect(() => setText(query["search"] ?? ""), [query["search"]]);
  useShortcut("/", "shortcut.search", () => input.current?.select());
  const list = path.startsWith("/redirects") ? "/redirects" : "/links";
  const submit = (event: Event) => {
    event.preventDefault();
    const isOnList = path === list;
    const search = new URLSearchParams(isOnList ? query : {});
    if (text.trim() === "") search.delete("search");
    else search.set("search", text.trim());
    route(`${list}${search.size === 0 ? "" : `?${search.toString()}`}`);
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
