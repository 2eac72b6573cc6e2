import { useEffect, useRef, useState } from "preact/hooks";
import type { FileSummary, FormatName, ReadChoice } from "./reader/message.ts";
import { Reader } from "./reader/reader.ts";

/** A chosen file, or pasted text. */
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

/** Lists of the reader, for the choices of a form. */
interface ReaderLists {
  formats: FormatName[];
  columns: string[];
}

export interface ImportState {
  reader: { current: Reader | null };
  fileName: string | null;
  choice: ReadChoice;
  /** The result of the last read. It stays while the file is read again. */
  summary: FileSummary | null;
  lists: ReaderLists;
  isReading: boolean;
  /** The share of sent rows, from 0 to 1; null while no rows are sent. */
  sentShare: number | null;
  setSentShare: (share: number | null) => void;
  error: unknown;
  open: (file: ChosenFile) => Promise<void>;
  choose: (changed: Partial<ReadChoice>) => void;
  forget: () => void;
}

/**
 * Reads a file, and reads it again after each choice. The result of the last choice wins, whatever the order of
 * arrival.
 */
export function useImport(): ImportState {
  const reader = useRef<Reader | null>(null);
  const newest = useRef(0);
  // The user may choose a hostname while the reader is starting, so the first read needs it.
  const latest = useRef(FIRST_CHOICE);
  const isOpen = useRef(false);
  const [fileName, setFileName] = useState<string | null>(null);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [summary, setSummary] = useState<FileSummary | null>(null);
  const [lists, setLists] = useState<ReaderLists>({ formats: [], columns: [] });
  const [isReading, setReading] = useState(false);
  const [sentShare, setSentShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => () => reader.current?.close(), []);

  const read = async (wanted: ReadChoice) => {
    const number = ++newest.current;
    setReading(true);
    setError(null);
    try {
      const made = await reader.current?.ask({ kind: "read", choice: wanted, nowMs: Date.now() });
      if (number === newest.current && made !== undefined) setSummary(made);
    } catch (failure) {
      if (number === newest.current) setError(failure);
    }
    if (number === newest.current) setReading(false);
  };

  const open: ImportState["open"] = async ({ name, content }) => {
    reader.current ??= new Reader();
    latest.current = { ...FIRST_CHOICE, host: latest.current.host };
    isOpen.current = false;
    setFileName(name);
    setChoice(latest.current);
    setSummary(null);
    setReading(true);
    setError(null);
    try {
      const transfer = typeof content === "string" ? [] : [content];
      await reader.current.ask({ kind: "open", fileName: name, content }, transfer);
      const [formats, columns] = await Promise.all([
        reader.current.ask({ kind: "formats" }),
        reader.current.ask({ kind: "columns" }),
      ]);
      setLists({ formats, columns });
      isOpen.current = true;
      await read(latest.current);
    } catch (failure) {
      // A reader that failed to start cannot be used again. The next file gets a new one.
      reader.current = null;
      setError(failure);
      setReading(false);
    }
  };

  const choose: ImportState["choose"] = (changed) => {
    latest.current = { ...latest.current, ...changed };
    setChoice(latest.current);
    if (isOpen.current) void read(latest.current);
  };

  const forget = () => {
    newest.current++;
    isOpen.current = false;
    setFileName(null);
    setSummary(null);
    setError(null);
    setReading(false);
  };

  const shown = { fileName, choice, summary, lists, isReading, sentShare, error };
  return { reader, ...shown, setSentShare, open, choose, forget };
}
