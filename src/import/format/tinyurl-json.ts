import { refuse } from "../../domain/refusal/refusal.ts";
import { jsonFormat } from "../item-format.ts";

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
    warnings: [link.is("deleted") && refuse("file_deleted"), link.is("archived") && refuse("file_archived")],
  }),
});
