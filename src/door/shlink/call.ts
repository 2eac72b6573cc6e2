import * as v from "valibot";
import { readQuery } from "../../admin/query.ts";
import { unwrap, type AdminContext } from "../../admin/request-context.ts";
import { wholeNumber } from "../../admin/schema/list.ts";
import type { Role } from "../../domain/role.ts";
import type { ServiceContext } from "../../services/context.ts";
import { MAX_ITEMS, readNumberedPage } from "../../services/read-items.ts";
import type { requireWhole } from "../../services/require-whole.ts";

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

/**
 * By method and path below `/rest/v3/`, where `:` stands for a name, with the lowest role that may call it. Callers who
 * are limited to some tags are refused, and by `requireWhole` also those of some hostnames.
 */
export type Routes = Record<string, [role: Role, handler: Handler, requireReach?: typeof requireWhole]>;

/** Counts people and bots. The clicks of bots are not kept for each short URL. */
export function toSummary(people: number, bots = 0) {
  return { total: people + bots, nonBots: people, bots };
}

/** Returns the tags of a query, as clients write lists. */
export function tagsOf(query: URLSearchParams): string[] {
  return [...query].filter(([name]) => /^tags(?:\[\d*\])?$/.test(name)).map(([, tag]) => tag);
}

const number = v.optional(wholeNumber(1, MAX_ITEMS));
const PageNumbers = v.object({ page: number, itemsPerPage: number });

/** Reads the page that `page` and `itemsPerPage` ask for; all items without the latter, or by -1. @throws HttpError 422 */
export async function listPage<T, S>(
  query: URLSearchParams,
  [read, countAll]: [Parameters<typeof readNumberedPage<T>>[1], (() => Promise<number>)?],
  show: (item: T) => S,
) {
  const each = (query.get("itemsPerPage") ?? "").replace(/^-1$/, "");
  const asked = new URLSearchParams({ page: query.get("page") ?? "", itemsPerPage: each });
  const { page = 1, itemsPerPage: size = null } = readQuery(asked, PageNumbers);
  const { items, total } = unwrap(await readNumberedPage({ page, size }, read, countAll));
  const itemsPerPage = size ?? Math.max(total, 1);
  const pagesCount = Math.ceil(total / itemsPerPage);
  const itemsInCurrentPage = items.length;
  const pagination = { currentPage: page, pagesCount, itemsPerPage, itemsInCurrentPage, totalItems: total };
  return { data: items.map((item) => show(item)), pagination };
}
