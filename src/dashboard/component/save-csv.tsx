import { useState } from "preact/hooks";
import { callRaw, type Query } from "../api/client.ts";
import { callPatiently } from "../api/patient.ts";
import { download } from "../state/download.ts";
import { useWork } from "../state/work.ts";
import { t } from "../text/text.ts";
import { Button } from "./button.tsx";

interface SaveProps {
  path: string;
  query: Query;
  name: string;
}

/** Saves all pages of a list as one file, and shows the number of rows so far. */
export function SaveCsv(list: SaveProps) {
  const [rows, setRows] = useState(0);
  const [isBusy, run] = useWork();
  const save = async () => {
    setRows(0);
    await saveCsv(list, setRows);
  };
  return (
    <Button
      disabled={isBusy}
      onClick={() => void run(save)}
      label={isBusy ? t("list.csvBusy", { count: rows }) : t("list.csv")}
    />
  );
}

/** The rows of one call. The API has no larger page. */
const ROWS = 1_000;

/** @throws ApiError */
async function saveCsv({ path, query, name }: SaveProps, onRows: (rows: number) => void): Promise<void> {
  const pages: string[] = [];
  let cursor: string | null = null;
  let rows = 0;
  do {
    const paged: Query = { ...query, per_page: ROWS, cursor: cursor ?? undefined };
    const response = await callPatiently(() =>
      callRaw("GET", path, { query: paged, headers: { Accept: "text/csv" } }),
    );
    const text = await response.text();
    const from = pages.length === 0 ? 0 : text.indexOf("\n") + 1;
    pages.push(text.slice(from));
    rows += text.split("\n").length - 2;
    onRows(rows);
    cursor = response.headers.get("X-Next-Cursor");
  } while (cursor !== null);
  download(name, new Blob(pages, { type: "text/csv;charset=utf-8" }));
}
