import { jsonFormat } from "../item-format.ts";
import { warnings } from "../reason.ts";

export const tinyurlJson = jsonFormat({
  key: "tinyurl-json",
  label: "TinyURL (API), JSON",
  path: "data",
  members: ["tiny_url"],
  names: {
    slug: "alias",
    host: "domain",
    target: "url",
    description: "description",
    tags: "tags",
    createdAt: "created_at",
    expires: "expires_at",
  },
  toDraft: (link) => ({
    isPaused: link.is("deleted"),
    warnings: [link.is("deleted") && warnings.deleted, link.is("archived") && warnings.archived],
  }),
});
