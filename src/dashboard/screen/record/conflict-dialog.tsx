import { useRead } from "../../api/query.ts";
import { Conflict } from "../../component/conflict.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { fieldLabel } from "../../text/field-label.ts";
import { t } from "../../text/text.ts";
import { toForm, toWrite, type RecordForm } from "./record-form.ts";
import { loadRecord, type Loaded } from "./save-record.ts";

interface ConflictProps {
  id: string;
  form: RecordForm;
  /** The initial values of the form. */
  first: RecordForm;
  onClose: () => void;
  onTakeTheirs: (theirs: Loaded) => void;
  /** Overwrites the stored version with the changes of the form. */
  onKeepMine: (etag: string | null) => void;
}

/** Shows the changes of the form next to the changes that another user has made in between. */
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
      labelOf={fieldLabel}
      onClose={onClose}
      onTakeTheirs={() => onTakeTheirs(current.data)}
      onKeepMine={() => onKeepMine(etag)}
    />
  );
}
