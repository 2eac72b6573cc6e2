import { refuse } from "../../domain/refusal/refusal.ts";
import { jsonFormat } from "../item-format.ts";
import { textOf } from "../value.ts";

const NAMES = { ios: "apple", android: "google", countries: "geo" };

export const sinkJson = jsonFormat({
  key: "sink-json",
  label: "Sink, JSON",
  path: "links",
  members: ["slug", "url"],
  names: { ...NAMES, slug: "slug", target: "url", title: "title", tags: "tags", password: "password" },
  toDraft: (link) => {
    const passesQuery = link.value("redirectWithQuery");
    const hasRules = link.fields(NAMES).rules?.length !== 0;
    return {
      description: textOf(link.value("comment")) ?? link.text("description"),
      createdAt: link.moment("createdAt", "s"),
      expires: link.moment("expiration", "s"),
      ...(link.text("password").startsWith("sink-pwd:") && { password: { kind: "absent" } }),
      forwardQuery: typeof passesQuery === "boolean" ? passesQuery : undefined,
      type: link.is("cloaking") ? "frame" : undefined,
      warnings: [
        link.text("image").trim() !== "" && refuse("file_not_carried", { words: refuse("file_what_image") }),
        link.is("unsafe") && refuse("file_unsafe"),
        hasRules && refuse("file_unverified", { words: refuse("file_what_sink") }),
      ],
    };
  },
});

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
