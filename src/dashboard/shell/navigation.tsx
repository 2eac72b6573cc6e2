import { useLocation } from "preact-iso";
import { Icon } from "../component/button.tsx";
import { Menu, MenuItem } from "../component/menu.tsx";
import { BAR_ENTRIES, type NavEntry, SCREENS } from "../screens.ts";
import { useShortcut } from "../state/shortcut.ts";
import { t } from "../text/text.ts";

const ENTRIES = SCREENS.map(({ nav }) => nav);

/** The sidebar of a wide page, and the bar at the bottom of a phone. */
export function Navigation() {
  const { path } = useLocation();
  const rest = ENTRIES.slice(BAR_ENTRIES);
  return (
    <nav class="nav" aria-label={t("shell.navigation")}>
      <div>
        <a class="brand" href="/">
          <Icon name="redirects" />
          Signpost
        </a>
        <ul>
          {ENTRIES.map((entry, index) => (
            <li key={entry.href} class={index < BAR_ENTRIES ? "" : "nav-more-only"}>
              <NavLink entry={entry} isCurrent={isBelow(path, entry.href)} />
            </li>
          ))}
          <li class="nav-more">
            <Menu label={t("nav.more")} button={<Icon name="more" />}>
              {rest.map(({ href, label }) => (
                <MenuItem key={href} href={href} label={t(label)} />
              ))}
            </Menu>
          </li>
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

function isBelow(path: string, href: string): boolean {
  return path === href || (href !== "/" && path.startsWith(`${href}/`));
}
