import * as v from "valibot";
import { LinkShape } from "../../../src/admin/schema/record-shape.ts";
import { SlimShape } from "../../../src/admin/schema/slim-shape.ts";
import { CountShape, collectionOf, pageOf } from "../../../src/admin/schema/shape.ts";
import { HOST, edit, link, settings } from "../example.ts";
import type { Operation } from "../operation.ts";

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
    description: "With its version in `ETag`, for `If-Match`.",
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
    description:
      "Its history goes with it, and it cannot be undone: a change that deletes can. Refused while the operator has it taken down, and where a file manages it unless `force=true`.",
  },
};
