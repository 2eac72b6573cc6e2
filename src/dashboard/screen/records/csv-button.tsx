import { useEffect, useRef, useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import { describeError } from "../../component/state.tsx";
import { announce, showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { saveRecords, StoppedError } from "./save-records.ts";

interface CsvProps {
  /** The filter and order of the list, in the format of the API. */
  query: Query;
  name: string;
}

/** Saves all records of a list as one file, whatever their number. A second press stops it. */
export function CsvButton({ query, name }: CsvProps) {
  /** The number of records so far; null while nothing is read. */
  const [count, setCount] = useState<number | null>(null);
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);
  const save = async () => {
    isStopped.current = false;
    setCount(0);
    try {
      const saved = await saveRecords({ query, name, onCount: setCount, isStopped: () => isStopped.current });
      announce(t("records.csvDone", { count: saved }));
    } catch (error) {
      if (!(error instanceof StoppedError)) showToast(describeError(error));
    }
    setCount(null);
  };
  return (
    <button
      type="button"
      class="button"
      title={t("records.csvHint")}
      onClick={() => (count === null ? void save() : (isStopped.current = true))}
    >
      {count === null ? t("records.csv") : t("records.csvStop", { count })}
    </button>
  );
}
