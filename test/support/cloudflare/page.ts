import { CursorPage } from "./objects.ts";

/** A list that the API gives as a whole, whatever page is asked for, and without telling how many rows there are. */
export class SinglePage {
  readonly rows: readonly unknown[];

  constructor(rows: readonly unknown[]) {
    this.rows = rows;
  }
}

/** Returns the members of an answer; other lists say that they have one page. */
export function toResult(result: unknown): object {
  if (result instanceof CursorPage) return { ...result };
  if (result instanceof SinglePage) return { result: result.rows };
  if (!Array.isArray(result)) return { result };
  const count = result.length;
  return { result, result_info: { page: 1, per_page: 50, count, total_count: count, total_pages: 1 } };
}
