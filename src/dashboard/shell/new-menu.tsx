import { useLocation } from "preact-iso";
import { Icon } from "../component/icon.tsx";
import { useShortcut } from "../state/shortcut.ts";
import { t } from "../text/text.ts";

/** Links to the form of a new record: a redirect on the list of redirects, otherwise a link. */
export function NewMenu() {
  const { path, route } = useLocation();
  const href = path.startsWith("/redirects") ? "/redirects/new" : "/links/new";
  useShortcut("n", "shortcut.new", () => route(href));
  return (
    <a class="button button-main" href={href}>
      <Icon name="plus" />
      <span class="top-wide">{t("shell.new")}</span>
      <span class="aloud">{t("shell.new")}</span>
    </a>
  );
}
