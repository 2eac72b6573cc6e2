import { MAX_ROWS } from "../../../src/admin/route/bulk.ts";
import { ImportShape, SummaryShape } from "../../../src/admin/schema/shape.ts";
import { HOST, ID, preview } from "../example.ts";
import type { Operation } from "../operation.ts";

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
