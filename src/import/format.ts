import type { Collector } from "./collector.ts";
import type { ImportOptions } from "./row.ts";

/** A file as text, with `\n` line ends. */
export interface SourceFile {
  text: string;
  name: string;
}

/** One format of files. Each has a file in `format/`, and is listed in `registry.ts`. */
export interface Format {
  /** The value for `--format`. */
  key: string;
  /** The display name. */
  label: string;
  /** Says whether the rules of a file are tried in their order, so that the first match wins. */
  isOrdered?: boolean;
  /** The code of redirects without a code; 301 if absent. */
  defaultCode?: number;
  read: (file: SourceFile, collector: Collector, options: ImportOptions) => void;
}

/** A format of CSV with a header. */
export interface CsvFormat extends Format {
  /** Returns whether a header belongs to this format. @param names as `toColumnName` spells them */
  hasHeader: (columns: ReadonlySet<string>, names: readonly string[]) => boolean;
}

export interface JsonFormat extends Format {
  hasShape: (document: unknown) => boolean;
}
