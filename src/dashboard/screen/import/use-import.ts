import { useEffect, useRef, useState } from "preact/hooks";
import type { FileSummary, ReadChoice, ReaderLists } from "./reader/message.ts";
import { Reader } from "./reader/reader.ts";
import { toLabel } from "../../../domain/client/words.ts";

export interface ChosenFile {
  name: string;
  content: ArrayBuffer | string;
}

export const FIRST_CHOICE: ReadChoice = {
  format: null,
  host: null,
  origin: null,
  base: "/",
  literalDots: false,
  status: null,
  hostMap: [],
  columnMap: [],
  passwords: "leave-out",
};

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
  const [file, setFile] = useState(NO_FILE);
  const note = (changed: Partial<typeof NO_FILE>) => setFile((now) => ({ ...now, ...changed }));
  const [lists, setLists] = useState<ReaderLists>({ formats: [], columns: [] });
  /** The share of sent rows, from 0 to 1; null while no rows are sent. */
  const [sentShare, setSentShare] = useState<number | null>(null);
  useEffect(() => () => reader.current?.close(), []);

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

  const open = async ({ name, content }: ChosenFile) => {
    reader.current ??= new Reader();
    latest.current = { ...FIRST_CHOICE, host: latest.current.host };
    isOpen.current = false;
    setChoice(latest.current);
    const label = typeof content === "string" ? undefined : toLabel(name);
    setFile({ ...NO_FILE, fileName: name, label, isReading: true });
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
    if (isOpen.current) void read(latest.current);
  };

  const forget = () => {
    newest.current++;
    isOpen.current = false;
    setFile(NO_FILE);
  };

  return { reader, ...file, choice, lists, sentShare, setSentShare, open, choose, forget };
}
