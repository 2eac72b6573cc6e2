import { t } from "../text/text.ts";
import { Dialog } from "./dialog.tsx";

type Fields = Record<string, unknown>;

interface ConflictProps {
  /** What the form showed first, what it holds now, and what stands now. */
  was: Fields;
  mine: Fields;
  theirs: Fields;
  labelOf: (field: string) => string;
  onClose: () => void;
  onTakeTheirs: () => void;
  /** Saves what was changed here over the version that is there now. */
  onKeepMine: () => void;
}

/** Shows side by side what was changed here, and what somebody else has changed meanwhile. */
export function Conflict({ was, mine, theirs, labelOf, ...on }: ConflictProps) {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 1)) ?? "";
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => text(mine[name]) !== text(was[name]) || text(theirs[name]) !== text(was[name]),
  );
  return (
    <Dialog title={t("conflict.title")} onClose={on.onClose}>
      <p>{t("conflict.text")}</p>
      <table class="table-plain small">
        <thead>
          <tr>
            <th scope="col">{t("conflict.field")}</th>
            <th scope="col">{t("conflict.mine")}</th>
            <th scope="col">{t("conflict.theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td class="break">{name === "password" ? "••••" : text(mine[name])}</td>
              <td class="break">{text(theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="line">
        <button type="button" class="button button-main" onClick={on.onKeepMine}>
          {t("conflict.keepMine")}
        </button>
        <button type="button" class="button" onClick={on.onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </button>
        <button type="button" class="button button-plain" onClick={on.onClose}>
          {t("action.cancel")}
        </button>
      </div>
    </Dialog>
  );
}
