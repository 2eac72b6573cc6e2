import { collectionOf, pageOf } from "../../../src/admin/schema/part.ts";
import * as v from "valibot";
import {
  AnyRecordShape,
  LinkShape,
  RedirectShape,
  SlimShape,
} from "../../../src/admin/schema/record-shape.ts";
import { CountShape, FacetsShape, HistoryPage } from "../../../src/admin/schema/shape.ts";
import { anyRecord, changes, CURSOR, edit, HOST, link, redirect, settings } from "../example.ts";
import { PICTURE, type Operation } from "../operation.ts";
import { StatsShape } from "../../../src/admin/schema/stats-shape.ts";

const VERSIONED = "With its version in `ETag`, for `If-Match`.";
const DELETION =
  "Its history goes with it, and it cannot be undone: a change that deletes can. Refused while the operator has it taken down, and where a file manages it unless `force=true`.";

export const LINK_OPERATIONS: Record<string, Operation> = {
  "post /v1/link": {
    id: "createLink",
    summary: "Create a short link",
    description: "Without `alias` a free one is generated. The answer is a collection, even for one link.",
    answer: collectionOf(LinkShape),
    errors: [482],
    examples: {
      body: { host: HOST, alias: "spring", ...settings, utm: { source: "poster" }, qr: { theme: "dots" } },
      answer: { data: [link] },
    },
  },
  "get /v1/link": {
    id: "listLinks",
    summary: "List short links and QR codes",
    description: "Rows are slim with `fields=slim`.",
    answer: v.union([pageOf(LinkShape), pageOf(SlimShape)]),
  },
  "get /v1/link/count": {
    id: "countLinks",
    summary: "Count short links and QR codes",
    description:
      "Counts are kept for a minute. From 10,000 records on older counts, or those counted so far, are answered at once with `refreshing`.",
    answer: CountShape,
    examples: { answer: { total: 12, paused: 1 } },
  },
  "get /v1/link/{id}": {
    id: "getLink",
    summary: "Get a short link or QR code",
    description: VERSIONED,
    answer: LinkShape,
  },
  "put /v1/link/{id}": {
    id: "updateLink",
    summary: "Change a short link or QR code",
    description: "Send only what changes; what a GET returned can be sent back as it is.",
    answer: LinkShape,
    examples: { body: { ...edit, forward_query: true } },
  },
  "delete /v1/link/{id}": {
    id: "deleteLink",
    summary: "Delete a short link or QR code",
    description: DELETION,
  },
};

export const REDIRECT_OPERATIONS: Record<string, Operation> = {
  "post /v1/redirect": {
    id: "createRedirects",
    summary: "Create redirects",
    description:
      "`url` names one or several sources, separated by white space or by a comma followed by white space. One that cannot be created fails the whole call. A segment such as `:id` or `:id.html` is a capture, and a last `/*` is `:splat`: path, query and fragment of the destination may hold them.",
    answer: collectionOf(RedirectShape),
    errors: [482],
    examples: {
      body: { url: `${HOST}/old-shop/*`, ...settings, forward_path: true },
      answer: { data: [redirect] },
    },
  },
  "get /v1/redirect": {
    id: "listRedirects",
    summary: "List redirects",
    description: "Rows are slim with `fields=slim`.",
    answer: v.union([pageOf(RedirectShape), pageOf(SlimShape)]),
  },
  "get /v1/redirect/{id}": {
    id: "getRedirect",
    summary: "Get a redirect",
    description: VERSIONED,
    answer: RedirectShape,
  },
  "put /v1/redirect/{id}": {
    id: "updateRedirect",
    summary: "Change a redirect",
    description: "Send only what changes; `url` moves it.",
    answer: RedirectShape,
    examples: { body: edit },
  },
  "delete /v1/redirect/{id}": {
    id: "deleteRedirect",
    summary: "Delete a redirect",
    description: DELETION,
  },
};

export const RECORD_OPERATIONS: Record<string, Operation> = {
  "post /v1/links": {
    id: "createRecord",
    summary: "Create a record of any handler",
    description:
      "Short links and QR codes take `alias`, or `url` as host and alias in one; redirects take `url`, and without it answer every path of `host`. A segment such as `:id` in `url` is a capture that the destination may hold.",
    answer: collectionOf(AnyRecordShape),
    errors: [482],
    examples: {
      body: { handler: "short-url", host: HOST, alias: "summer", ...settings },
      answer: { data: [anyRecord] },
    },
  },
  "get /v1/links": {
    id: "listRecords",
    summary: "List every record",
    description: "Rows are slim with `fields=slim`.",
    answer: v.union([pageOf(AnyRecordShape), pageOf(SlimShape)]),
  },
  "get /v1/links/facets": {
    id: "getFacets",
    summary: "Count records by what they have in common",
    description:
      "Counts are kept for a minute. From 10,000 records on older counts, or those counted so far, are answered at once with `refreshing` true; ask again a few seconds later.",
    answer: FacetsShape,
  },
  "get /v1/links/{id}": {
    id: "getRecord",
    summary: "Get a record of any handler",
    description: VERSIONED,
    answer: AnyRecordShape,
  },
  "put /v1/links/{id}": {
    id: "updateRecord",
    summary: "Change a record of any handler",
    description: "Handler and source never change: their fields may only repeat the stored values.",
    answer: AnyRecordShape,
    examples: { body: { ...edit, qr: { color: "#1a2b3c" } } },
  },
  "delete /v1/links/{id}": {
    id: "deleteRecord",
    summary: "Delete a record of any handler",
    description: DELETION,
  },
  "post /v1/links/{id}/pause": {
    id: "pauseRecord",
    summary: "Pause a record",
    description: "Visitors see that it is paused until it is resumed. One that is paused already stays so.",
    answer: AnyRecordShape,
    examples: { answer: { ...anyRecord, paused_by: "user" } },
  },
  "post /v1/links/{id}/resume": {
    id: "resumeRecord",
    summary: "Resume a record",
    description: "Refused while the platform pauses it.",
    answer: AnyRecordShape,
  },
  "get /v1/links/{id}/qr": {
    id: "drawQr",
    summary: "Draw the QR code of a record",
    description:
      "It has the style of the record, or the default style. A picture with the link underneath is higher than wide. A PNG needs two pixels for each module of the code.",
    answer: PICTURE,
    examples: {
      answer:
        '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="-4 -4 37 37">…</svg>',
    },
  },
  "get /v1/links/{id}/stats": {
    id: "getRecordStats",
    summary: "Count clicks of a record over time",
    description:
      "`from` and `to` in the answer are the whole intervals that it covers. Hours are shown for 14 days, days and weeks for 13 months or the workspace's `retention`. `breakdowns` hold the 20 largest values of each kind, all countries, `rest` the clicks of all others; they are kept by day, so those of hours cover the whole days touched. Bots are counted apart. With a filter that does not match the record all numbers are zero. `Accept: text/csv` gets CSV.",
    answer: StatsShape,
    forms: ["text/csv"],
  },
  "delete /v1/links/{id}/stats": {
    id: "forgetRecordStats",
    summary: "Forget the clicks of a record",
    description:
      "Its statistics and `total_clicks` are zero from then on. The numbers of the workspace stay.",
  },
  "get /v1/links/{id}/history": {
    id: "listHistory",
    summary: "List the changes of a record",
    description:
      "Newest first, one for each write. Reading them needs a plan with the feature `security.audit`: without it `data` is empty, and `meta.cursor.total` still counts them.",
    answer: HistoryPage,
    examples: { answer: { data: changes, meta: { cursor: { ...CURSOR, total: 1 } } } },
  },
};
