import { Button } from "../component/button.tsx";
import { Dialog } from "../component/dialog.tsx";
import { listShortcuts } from "../state/shortcut.ts";
import { t } from "../text/text.ts";

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
        <Button onClick={onClose}>{t("action.close")}</Button>
      </div>
    </Dialog>
  );
}
