import * as v from "valibot";
import { KeyShape, PluginShape, TagShape, collectionOf, pageOf } from "../../../src/admin/schema/shape.ts";
import { HOST, page } from "../example.ts";
import type { Operation } from "../operation.ts";

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
