import { Dialog } from "../component/dialog.tsx";
import { listShortcuts } from "../state/shortcut.ts";
import { t } from "../text/text.ts";

/** The keyboard shortcuts of the current page. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
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
        <button type="button" class="button" onClick={onClose}>
          {t("action.close")}
        </button>
      </div>
    </Dialog>
  );
}
