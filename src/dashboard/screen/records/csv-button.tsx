import { useEffect, useRef, useState } from "preact/hooks";
import { toCsv } from "../../../domain/client/words.ts";
import { type Query } from "../../api/client.ts";
import { walkPatiently } from "../../api/patient.ts";
import type { LinkRecord } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { describeError } from "../../component/state.tsx";
import { download } from "../../state/download.ts";
import { announce, showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

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
    <Button
      title={t("records.csvHint")}
      onClick={() => (count === null ? void save() : (isStopped.current = true))}
      label={count === null ? t("records.csv") : t("records.csvStop", { count })}
    />
  );
}

/** The columns that an import reads, followed by information about a record. */
const COLUMNS: Record<string, (record: LinkRecord) => string | number> = {
  url: ({ url }) => url,
  destination: ({ destination, file }) => destination ?? file ?? "",
  type: ({ type }) => type,
  title: ({ title }) => title,
  tags: ({ tags }) => tags.join(","),
  clicks: ({ total_clicks }) => total_clicks,
  paused: ({ paused_by }) => paused_by ?? "",
  expires: ({ expired_at }) => expired_at ?? "",
  created: ({ created_at }) => created_at,
  updated: ({ updated_at }) => updated_at,
};

/** The error that the user has stopped the reading. Nothing is saved. */
class StoppedError extends Error {}

interface Saving {
  query: Query;
  name: string;
  onCount: (count: number) => void;
  isStopped: () => boolean;
}

/** Has the browser save all records of a filter as CSV. Returns their number. @throws ApiError, StoppedError */
async function saveRecords({ query, name, onCount, isStopped }: Saving): Promise<number> {
  // Without the byte order mark, spreadsheets read UTF-8 as an old encoding.
  const parts = ["\uFEFF", toCsv([Object.keys(COLUMNS)])];
  let count = 0;
  for await (const { data } of walkPatiently<LinkRecord>("/links", query)) {
    if (isStopped()) throw new StoppedError();
    parts.push(toCsv(data.map((record) => Object.values(COLUMNS).map((cellOf) => cellOf(record)))));
    onCount((count += data.length));
  }
  download(name, new Blob(parts, { type: "text/csv;charset=utf-8" }));
  return count;
}
