import type { Listed } from "./record-pages.ts";

/** A row in the form in which it is rendered. */
export interface PagedRow<Row extends Listed> {
  /** The index in the whole list, from 0. */
  index: number;
  row: Row;
  isSelected: boolean;
  /** @param isRange whether shift was held, to select all rows since the last selected one */
  onToggle: (isRange: boolean) => void;
}
