import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import type { FileSummary, ReadChoice, ReaderLists } from "./reader/message.ts";
import { Reader } from "./reader/reader.ts";
import { useSearch } from "../../state/page.tsx";
import { whenForgotten } from "../../state/store.ts";
import type { ImportRequest } from "./send-import.ts";
import { toLabel } from "../../../domain/client/words.ts";

export interface ChosenFile {
  name: string;
  content: Blob | string;
}

/** The file of this page with its options, so that the screen can be left and an import be made again. */
interface Kept {
  file: ChosenFile;
  choice: ReadChoice;
  request: ImportRequest;
  /** The change that was made of it; empty while it is being made, null before. */
  changeId: string | null;
}

let kept: Kept | null = null;
whenForgotten(() => (kept = null));

/** Notes the change that the file of this page becomes: empty for one that is being made, null for one that failed. */
export function noteChange(changeId: string | null): void {
  if (kept !== null) kept.changeId = changeId;
}

export const FIRST_CHOICE: ReadChoice = {
  format: null,
  host: null,
  origin: null,
  base: "/",
  literalDots: false,
  forwardQuery: false,
  status: null,
  hostMap: [],
  columnMap: [],
  passwords: "leave-out",
};

const FIRST_REQUEST: ImportRequest = { mode: "create", owner: "", hosts: [], adopts: false, tags: [] };

const NO_FILE = {
  fileName: null as string | null,
  /** The label of the change. Pasted rows have none, since their name says nothing. */
  label: undefined as string | undefined,
  /** The result of the last read. It stays while the file is read again. */
  summary: null as FileSummary | null,
  isReading: false,
  error: null as unknown,
};

export type ImportState = ReturnType<typeof useImport>;

/** Reads a file, and again after each choice. The result of the last choice wins, whatever arrives last. */
export function useImport() {
  const reader = useRef<Reader | null>(null);
  const newest = useRef(0);
  // The user may choose a hostname while the reader is starting, so the first read needs it.
  const latest = useRef(FIRST_CHOICE);
  const isOpen = useRef(false);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [request, setRequest] = useState(FIRST_REQUEST);
  const [file, setFile] = useState(NO_FILE);
  const note = (changed: Partial<typeof NO_FILE>) => setFile((now) => ({ ...now, ...changed }));
  const [lists, setLists] = useState<ReaderLists>({ formats: [], columns: [] });
  /** The share of sent rows, from 0 to 1; null while no rows are sent. */
  const [sentShare, setSentShare] = useState<number | null>(null);
  const { change, mode } = useSearch().values;
  useLayoutEffect(() => {
    const wanted: Partial<ImportRequest> = mode === "upsert" ? { mode } : {};
    if (kept !== null && (kept.changeId === null || kept.changeId === change)) {
      const { file, choice: chosen, request: asked } = kept;
      void open(file, chosen, { ...asked, ...wanted });
    } else setRequest({ ...request, ...wanted });
    return () => reader.current?.close();
  }, []);

  const read = async (wanted: ReadChoice) => {
    const number = ++newest.current;
    note({ isReading: true, error: null });
    let read: Partial<typeof NO_FILE>;
    try {
      const summary = await reader.current?.ask({ kind: "read", choice: wanted, nowMs: Date.now() });
      read = summary === undefined ? {} : { summary };
    } catch (error) {
      read = { error };
    }
    if (number === newest.current) note({ ...read, isReading: false });
  };

  const open = async (
    chosen: ChosenFile,
    wanted: ReadChoice = { ...FIRST_CHOICE, host: latest.current.host },
    asked: ImportRequest = request,
  ) => {
    const { name } = chosen;
    reader.current ??= new Reader();
    latest.current = wanted;
    isOpen.current = false;
    kept = { file: chosen, choice: wanted, request: asked, changeId: null };
    setChoice(wanted);
    setRequest(asked);
    const label = typeof chosen.content === "string" ? undefined : toLabel(name);
    setFile({ ...NO_FILE, fileName: name, label, isReading: true });
    const content = await contentOf(chosen);
    if (content === null) {
      showToast(t("import.cannotOpen", { name }));
      forget();
      return;
    }
    try {
      const transfer = typeof content === "string" ? [] : [content];
      setLists(await reader.current.ask({ kind: "open", fileName: name, content }, transfer));
      isOpen.current = true;
      await read(latest.current);
    } catch (failure) {
      // A reader that failed to start cannot be used again. The next file gets a new one.
      reader.current = null;
      note({ error: failure, isReading: false });
    }
  };

  const choose = (changed: Partial<ReadChoice>) => {
    latest.current = { ...latest.current, ...changed };
    setChoice(latest.current);
    if (kept !== null) kept.choice = latest.current;
    if (isOpen.current) void read(latest.current);
  };

  const ask = (changed: Partial<ImportRequest>) =>
    setRequest((now) => {
      const next = { ...now, ...changed };
      if (kept !== null) kept.request = next;
      return next;
    });

  const forget = () => {
    kept = null;
    newest.current++;
    isOpen.current = false;
    setFile(NO_FILE);
  };

  return { reader, ...file, choice, request, lists, sentShare, setSentShare, open, choose, ask, forget };
}

/** Returns the content of a file; null if it cannot be read, because it was moved or changed. */
async function contentOf({ content }: ChosenFile): Promise<ArrayBuffer | string | null> {
  return typeof content === "string" ? content : await content.arrayBuffer().catch(() => null);
}
