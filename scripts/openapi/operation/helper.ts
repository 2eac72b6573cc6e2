import { collectionOf, pageOf } from "../../../src/admin/schema/part.ts";
import * as v from "valibot";
import { MAX_ROWS } from "../../../src/admin/route/bulk.ts";
import {
  FileShape,
  ImportShape,
  KeyShape,
  PluginShape,
  SummaryShape,
  TagShape,
} from "../../../src/admin/schema/shape.ts";
import { HOST, ID, page, preview } from "../example.ts";
import { HTML, type Operation } from "../operation.ts";

export const BULK_OPERATIONS: Record<string, Operation> = {
  "post /v1/bulk/import": {
    id: "importRows",
    summary: "Import rows",
    description: `Up to ${MAX_ROWS} rows. A row with \`host\` and \`alias\` is a short link, one with \`url\` a redirect. Valid rows land even where others fail.`,
    answer: ImportShape,
    examples: {
      body: {
        mode: "upsert",
        rows: [
          { host: HOST, alias: "autumn", destination: "https://example.org/autumn" },
          { url: `${HOST}/old-blog`, destination: "https://example.org/blog", status: 301 },
        ],
      },
      answer: {
        data: [
          { row: 0, result: "created", id: ID },
          {
            row: 1,
            result: "failed",
            id: null,
            errors: { url: ["go.example.com/old-blog is already in use"] },
          },
        ],
        meta: { created: 1, updated: 0, unchanged: 0, failed: 1 },
        change: ID,
      },
    },
  },
  "post /v1/bulk/summary": {
    id: "previewBulk",
    summary: "Preview a bulk action",
    description:
      "Shows what a bulk action on a filter would touch, and what a change of destinations would make of it. `filter` comes in the body or as a query object, and at least one must carry a value.",
    answer: SummaryShape,
    examples: {
      body: { filter: { host: HOST }, destination_find: "/spring", destination_replace: "/summer" },
      answer: preview,
    },
  },
};

export const HELPER_OPERATIONS: Record<string, Operation> = {
  "get /v1/tags": {
    id: "listTags",
    tag: "Records",
    summary: "List tags",
    description: "By name, with the number of records that have each.",
    answer: pageOf(TagShape),
    examples: { answer: page({ name: "Spring", count: 12 }) },
  },
  "get /v1/shared/types": {
    id: "listRedirectTypes",
    summary: "List redirect types",
    description: "The values that `type` takes.",
    answer: collectionOf(KeyShape),
    examples: {
      answer: {
        data: [{ key: "302", label: "302 Found", description: "For links whose destination may change." }],
      },
    },
  },
  "get /v1/shared/plugins": {
    id: "listPlugins",
    summary: "List plugins",
    description: "The keys that `plugins` takes, and the plan feature that each needs.",
    answer: collectionOf(PluginShape),
    examples: {
      answer: {
        data: [
          {
            key: "sticky",
            label: "Sticky destinations",
            description: "Returning visitors keep theirs.",
            feature: null,
          },
        ],
      },
    },
  },
  "post /v1/recommendation/alias": {
    id: "recommendAlias",
    summary: "Recommend a free alias",
    description: "It is free when it is answered; nothing reserves it.",
    answer: v.object({ alias: v.string() }),
    examples: { body: { host: HOST }, answer: { alias: "k7m2xq" } },
  },
};

export const FILE_OPERATIONS: Record<string, Operation> = {
  "get /v1/files": {
    id: "listFiles",
    summary: "List stored files",
    description: "Pages and pictures, newest first.",
    answer: pageOf(FileShape),
  },
  "get /v1/files/{name}": {
    id: "getFile",
    summary: "Get a stored file",
    description: "As it was stored, to be saved as a file.",
    answer: HTML,
    examples: { answer: "<!doctype html><p>Back soon</p>" },
  },
  "put /v1/files/{name}": {
    id: "storeFile",
    summary: "Store a page or a picture",
    description:
      "At most 100 kB: a page (`text/html`), or a logo (`image/png`, or `image/svg+xml` that nothing runs in and that refers to nothing outside). Whatever shows the file shows the new one. A caller with `hosts` replaces a file only if no other hostname shows it, now or after an undo, and if it has stored the content itself or one of its hostnames shows it.",
    alwaysFound: true,
    answer: FileShape,
    examples: { body: "<!doctype html><p>Back soon</p>" },
  },
  "delete /v1/files/{name}": {
    id: "deleteFile",
    summary: "Delete a stored file",
    description:
      "Refused while a record, branding or pages show it, and to a caller with `hosts` who may not replace it.",
  },
};
