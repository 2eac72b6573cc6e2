import { message, listOf, parseWith, stringField, oneOf, filterOf } from "../schema/field.ts";
import * as v from "valibot";
import { accepted, type Parsed } from "../../domain/field-error.ts";
import { parseDestination } from "../../domain/destination.ts";
import { toSoughtHostname } from "../../domain/parse-hostname.ts";
import { getChange } from "../../services/change/changes.ts";
import { listMisses } from "../../services/miss/list-misses.ts";
import { resolveMisses, type Remedy, type ResolvedMisses } from "../../services/miss/resolve-misses.ts";
import { MISS_KINDS, MISS_SORTS, MISS_STATES } from "../../domain/misses.ts";
import { prefersCsv, answerCsv } from "../csv.ts";
import { jsonBody, query, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { once } from "../once.ts";
import { answer, json, unwrap, type AdminContext, answerPage } from "../request-context.ts";
import { pageFields, toPageRequest } from "../schema/list.ts";
import { hostField } from "../schema/record.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toChangeShape } from "../serialize/change.ts";
import type { ResolvedShape } from "../schema/miss-shape.ts";
import { toMissRows, toMissShape } from "../serialize/miss.ts";

const missFilters = {
  host: v.optional(stringField),
  kind: v.optional(oneOf(MISS_KINDS)),
  state: v.optional(oneOf(MISS_STATES)),
};

const MissListQuery = v.object({
  ...pageFields,
  sort: v.optional(oneOf(MISS_SORTS)),
  filter: v.optional(filterOf(missFilters)),
});

/** The most paths of one call, because each may become a record. */
const MAX_PATHS = 1_000;

const ResolveBody = v.object({
  host: hostField,
  paths: v.pipe(
    listOf(stringField, MAX_PATHS, message("not_array_of_paths")),
    v.minLength(1, message("name_path")),
  ),
  to: v.pipe(stringField, parseWith(parseRemedy)),
});

const WORDS = ["suggestion", "gone", "ignore", "open"] as const;

function parseRemedy(text: string): Parsed<Remedy> {
  const kind = WORDS.find((word) => word === text);
  if (kind !== undefined) return accepted({ kind });
  const parsed = parseDestination(text);
  return parsed.ok ? accepted({ kind: "destination", destination: parsed.value }) : parsed;
}

function toResolvedShape({ paths, change }: ResolvedMisses): v.InferOutput<typeof ResolvedShape> {
  return { paths, change: change && toChangeShape(change) };
}

/** Answers a repeated call. If the first call died, the job applies its plan. */
async function renderResolved(c: AdminContext, result: unknown) {
  // The previous release noted no paths.
  const { id, paths = [] } = result as { id?: string; paths?: string[] };
  const change = id === undefined ? null : unwrap(await getChange(c.get("service"), id));
  return json(toResolvedShape({ paths, change }));
}

/** Routes of `/misses` (contract 31.8 and 31.11). */
export const missRoutes = newApp()
  .get("/", within("viewer"), query(MissListQuery), async (c) => {
    const { filter = {}, sort, ...page } = c.req.valid("query");
    const host = filter.host === undefined ? undefined : toSoughtHostname(filter.host);
    const request = {
      sort: sort ?? ("-visits" as const),
      filter: pickDefined({ ...filter, host }),
      ...toPageRequest(page),
    };
    const result = await listMisses(c.get("service"), request);
    if (!prefersCsv(c.req.header("Accept"))) return answerPage(result, toMissShape);
    const { items, cursor } = unwrap(result);
    return answerCsv(toMissRows(items), cursor.next);
  })
  .post("/resolve", within("editor"), jsonBody(ResolveBody), once(renderResolved), async (c) =>
    answer(await resolveMisses(c.get("service"), c.req.valid("json")), toResolvedShape),
  );
