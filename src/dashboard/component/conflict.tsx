import { showValue } from "../text/show-value.ts";
import { t } from "../text/text.ts";
import { CancelButton, Dialog } from "./dialog.tsx";

type Fields = Record<string, unknown>;

interface ConflictProps {
  /** The initial value of the form, its present value, and the stored value. */
  was: Fields;
  mine: Fields;
  theirs: Fields;
  labelOf: (field: string) => string;
  onClose: () => void;
  onTakeTheirs: () => void;
  /** Overwrites the stored version with the changes of the form. */
  onKeepMine: () => void;
}

/** Shows the changes of the form next to the changes that another user has made in between. */
export function Conflict({ was, mine, theirs, labelOf, ...on }: ConflictProps) {
  const text = (value: unknown) => JSON.stringify(value) ?? "";
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
              <td class="break">{name === "password" ? "••••" : showValue(mine[name])}</td>
              <td class="break">{showValue(theirs[name])}</td>
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
        <CancelButton onClick={on.onClose} />
      </div>
    </Dialog>
  );
}
