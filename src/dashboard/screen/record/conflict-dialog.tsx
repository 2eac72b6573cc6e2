import { useRead } from "../../api/query.ts";
import { Dialog } from "../../component/dialog.tsx";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { t } from "../../text/text.ts";
import { labelOfField } from "./error-focus.ts";
import { toForm, toWrite, type RecordForm } from "./record-form.ts";
import { loadRecord, type Loaded } from "./save-record.ts";

interface ConflictProps {
  id: string;
  form: RecordForm;
  /** What the form showed first. */
  first: RecordForm;
  onClose: () => void;
  onTakeTheirs: () => void;
  /** Saves what was changed here over the version that is there now. */
  onKeepMine: (etag: string | null) => void;
}

/** Shows side by side what was changed here, and what somebody else has changed meanwhile. */
export function ConflictDialog({ id, form, first, onClose, onTakeTheirs, onKeepMine }: ConflictProps) {
  const current = useRead<Loaded>({ key: ["record", id, "now"], read: (signal) => loadRecord(id, signal) });
  if (current.data === undefined) {
    return (
      <Dialog title={t("conflict.title")} onClose={onClose}>
        {current.isError ? <ErrorState error={current.error} /> : <Skeleton lines={4} />}
      </Dialog>
    );
  }
  const [was, mine, theirs] = [toWrite(first), toWrite(form), toWrite(toForm(current.data.record))];
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 1)) ?? "";
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => text(mine[name]) !== text(was[name]) || text(theirs[name]) !== text(was[name]),
  );
  return (
    <Dialog title={t("conflict.title")} onClose={onClose}>
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
              <th scope="row">{labelOfField(name)}</th>
              <td class="break">{name === "password" ? "••••" : text(mine[name])}</td>
              <td class="break">{text(theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="line">
        <button
          type="button"
          class="button button-main"
          onClick={() => onKeepMine(current.data?.etag ?? null)}
        >
          {t("conflict.keepMine")}
        </button>
        <button type="button" class="button" onClick={onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </button>
        <button type="button" class="button button-plain" onClick={onClose}>
          {t("action.cancel")}
        </button>
      </div>
    </Dialog>
  );
}
