import { useEffect, useMemo, useState } from "preact/hooks";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { RecordPages, type Listed, type ReadPage } from "./record-pages.ts";

/**
 * Returns the pages of a list, and a function that reads them again from the top. A new query starts at the top.
 * @param question the query as a text
 */
export function usePages<Row extends Listed>(
  question: string,
  read: ReadPage<Row>,
): [pages: RecordPages<Row>, reload: () => void] {
  const [, render] = useState({});
  const [attempt, setAttempt] = useState(0);
  const reload = () => setAttempt((count) => count + 1);
  const pages = useMemo(() => new RecordPages<Row>(read, () => render({})), [question, attempt]);
  useEffect(() => {
    pages.show(0, 1);
    return () => pages.close();
  }, [pages]);
  useEffect(() => {
    // The cursor belongs to another list, because the order has changed, so the list is read from the top.
    if (!isStaleCursor(pages.error)) return;
    announce(t("list.reloaded"));
    scrollTo(0, 0);
    reload();
  }, [pages.error]);
  return [pages, reload];
}

function isStaleCursor(error: unknown): boolean {
  const errors = (error as { body?: { errors?: object } } | null)?.body?.errors;
  return errors !== undefined && "cursor" in errors;
}
