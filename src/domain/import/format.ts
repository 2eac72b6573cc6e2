import type { Collector } from "./collector.ts";
import type { ImportOptions } from "./row.ts";

/** A file as text, with `\n` line ends. */
export interface SourceFile {
  text: string;
  name: string;
}

/** One format of files. Each has a file in `format/`, and `registry.ts` lists all. */
export interface Format {
  /** What `--format` takes. */
  key: string;
  /** What people call it. */
  label: string;
  /** Whether the rules of a file are tried in their order, the first match winning. */
  isOrdered: boolean;
  /** The code of redirects that name none; 301 where it is left out. */
  defaultCode?: number;
  read: (file: SourceFile, sheet: Collector, options: ImportOptions) => void;
}

/** A format of CSV with a header. */
export interface CsvFormat extends Format {
  /** Returns whether a header, its names as `toColumnName` spells them, is one of this format. */
  hasHeader: (columns: ReadonlySet<string>, names: readonly string[]) => boolean;
}

/** A format of JSON. */
export interface JsonFormat extends Format {
  /** Returns whether a document is one of this format. */
  hasShape: (document: unknown) => boolean;
}
