import * as v from "valibot";
import { LinkShape } from "../../../src/admin/schema/record-shape.ts";
import { SlimShape } from "../../../src/admin/schema/slim-shape.ts";
import { CountShape, DeletedShape, collectionOf, pageOf } from "../../../src/admin/schema/shape.ts";
import { HOST, deleted, edit, link, page, settings } from "../example.ts";
import type { Operation } from "../operation.ts";

export const LINK_OPERATIONS: Record<string, Operation> = {
  "post /v1/link": {
    id: "createLink",
    tag: "Short links",
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
    tag: "Short links",
    summary: "List short links and QR codes",
    description: "Rows are slim with `fields=slim`.",
    answer: v.union([pageOf(LinkShape), pageOf(SlimShape)]),
    examples: { answer: page(link) },
  },
  "get /v1/link/count": {
    id: "countLinks",
    tag: "Short links",
    summary: "Count short links and QR codes",
    description:
      "Counts are kept for a minute. From 10,000 records on older counts, or those counted so far, are answered at once with `refreshing`.",
    answer: CountShape,
    examples: { answer: { total: 12, paused: 1 } },
  },
  "get /v1/link/{id}": {
    id: "getLink",
    tag: "Short links",
    summary: "Get a short link or QR code",
    description: "With its version in `ETag`, for `If-Match`.",
    answer: LinkShape,
    errors: [404],
    examples: { answer: link },
  },
  "put /v1/link/{id}": {
    id: "updateLink",
    tag: "Short links",
    summary: "Change a short link or QR code",
    description: "Send only what changes; what a GET returned can be sent back as it is.",
    answer: LinkShape,
    errors: [404],
    examples: { body: { ...edit, forward_query: true }, answer: link },
  },
  "delete /v1/link/{id}": {
    id: "deleteLink",
    tag: "Short links",
    summary: "Delete a short link or QR code",
    description:
      "Its history goes with it, and it cannot be undone: a change that deletes can. Refused while the operator has it taken down, and where a file manages it unless `force=true`.",
    answer: DeletedShape,
    errors: [404, 422],
    examples: { answer: deleted },
  },
};
