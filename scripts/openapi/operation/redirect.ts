import * as v from "valibot";
import { RedirectShape } from "../../../src/admin/schema/record-shape.ts";
import { SlimShape } from "../../../src/admin/schema/slim-shape.ts";
import { collectionOf, pageOf } from "../../../src/admin/schema/shape.ts";
import { HOST, edit, redirect, settings } from "../example.ts";
import type { Operation } from "../operation.ts";

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
    description: "With its version in `ETag`, for `If-Match`.",
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
    description:
      "Its history goes with it, and it cannot be undone: a change that deletes can. Refused while the operator has it taken down, and where a file manages it unless `force=true`.",
  },
};
