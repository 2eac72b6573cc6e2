import { unwrap, type AdminContext } from "../../admin/request-context.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { Role } from "../../domain/role.ts";
import type { ServiceContext } from "../../services/context.ts";
import { MAX_ITEMS, readNumberedPage } from "../../services/read-items.ts";
import { invalidData } from "./problem.ts";

/** A call of the door, and the parts of its answers that resources share. */
export interface Call {
  c: AdminContext;
  ctx: ServiceContext;
  query: URLSearchParams;
  /** The short code, tag or domain of the path, decoded. */
  name: string;
}

/** Returns a body, or null for 204. */
type Handler = (call: Call) => Promise<object | null>;

/** By method and path below `/rest/v3/`, where `:` stands for a name, with the lowest role that may call it. */
export type Routes = Record<string, [role: Role, handler: Handler]>;

/** Counts people and bots. The clicks of bots are not kept for each short URL. */
export function toSummary(people: number, bots = 0) {
  return { total: people + bots, nonBots: people, bots };
}

/** Returns the tags of a query, as clients write lists. */
export function tagsOf(query: URLSearchParams): string[] {
  return [...query].filter(([name]) => /^tags(?:\[\d*\])?$/.test(name)).map(([, tag]) => tag);
}

/** Reads the page that `page` and `itemsPerPage` ask for; without the latter, all items. @throws HttpError 400 */
export async function listPage<T, S>(
  query: URLSearchParams,
  [read, countAll]: [Parameters<typeof readNumberedPage<T>>[1], (() => Promise<number>)?],
  show: (item: T) => S,
) {
  const page = readNumber(query, "page", 1);
  const size = readNumber(query, "itemsPerPage", -1);
  const isAll = size === -1;
  const { items, total } = unwrap(
    await readNumberedPage({ page, size: isAll ? null : size }, read, countAll),
  );
  const itemsPerPage = isAll ? Math.max(total, 1) : size;
  const pagesCount = Math.ceil(total / itemsPerPage);
  const itemsInCurrentPage = items.length;
  const pagination = { currentPage: page, pagesCount, itemsPerPage, itemsInCurrentPage, totalItems: total };
  return { data: items.map((item) => show(item)), pagination };
}

function readNumber(query: URLSearchParams, name: string, absent: number): number {
  const text = query.get(name) ?? String(absent);
  if (text === String(absent)) return absent;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_ITEMS) return number;
  throw invalidData({ [name]: [refuse("not_whole_number_between", { least: 1, most: MAX_ITEMS })] });
}
