import { useRead } from "../../api/query.ts";
import { Conflict } from "../../component/conflict.tsx";
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
  const { record, etag } = current.data;
  return (
    <Conflict
      was={toWrite(first)}
      mine={toWrite(form)}
      theirs={toWrite(toForm(record))}
      labelOf={labelOfField}
      onClose={onClose}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={() => onKeepMine(etag)}
    />
  );
}
