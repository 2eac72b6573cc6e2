import { CreatedSharedShape, SharedListShape } from "../../../src/admin/schema/shared-statistics-shape.ts";
import { HOST, ID, MOMENT } from "../example.ts";
import type { Operation } from "../operation.ts";

/** What is shared, as its manager sees it. */
export const shared = {
  id: ID,
  name: "Spring campaign",
  record: null,
  host: HOST,
  tag: "spring",
  shows: ["series", "countries"],
  days: 28,
  has_password: true,
  expires_at: null,
  created_by: { id: ID, name: "Ada" },
  created_at: MOMENT,
};

const { name, host, tag, shows, days } = shared;
const link = `https://admin.example.com/statistics#${"Qm9v".repeat(10)}Qm8`;

export const SHARED_OPERATIONS: Record<string, Operation> = {
  "get /v1/shared-statistics": {
    id: "listSharedStatistics",
    summary: "List shared statistics",
    description:
      "All of the workspace, at most 20, the newest first, also those whose link has ended. A caller with `hosts` sees those that are limited to these.",
    answer: SharedListShape,
    examples: { answer: { data: [shared] } },
  },
  "post /v1/shared-statistics": {
    id: "shareStatistics",
    summary: "Share statistics",
    description:
      "Makes a page that anybody with its link may read, until the link ends or is revoked: of one record, or of the records on a hostname, with a tag, or both. It never shows destinations, campaigns, or other hostnames. The link is in this answer and never again.",
    answer: CreatedSharedShape,
    errors: [482],
    examples: {
      body: { name, host, tag, shows, days, password: "open sesame" },
      answer: { ...shared, link },
    },
  },
  "delete /v1/shared-statistics/{id}": {
    id: "revokeSharedStatistics",
    summary: "Revoke shared statistics",
    description: "The page answers 404 from now on.",
  },
};
