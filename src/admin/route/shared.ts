import { Hono } from "hono";
import * as v from "valibot";
import { PLUGINS } from "../../domain/plugin/registry.ts";
import { REDIRECT_TYPES, TYPE_TEXTS } from "../../domain/redirect-type.ts";
import { recommendAlias } from "../../services/records/recommend-alias.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { hostField } from "../schema/record.ts";
import { collectionOf, KeyShape, PluginShape } from "../schema/shape.ts";

const tag = "Helpers";

/** Routes of closed sets that other endpoints refer to (contract 14.6). */
export const sharedRoutes = new Hono<AdminEnv>()
  .get(
    "/types",
    endpoint({ role: "viewer", tag, summary: "List redirect types", answer: collectionOf(KeyShape) }),
    () => json({ data: REDIRECT_TYPES.map((key) => ({ key, ...TYPE_TEXTS[key] })) }),
  )
  .get(
    "/plugins",
    endpoint({ role: "viewer", tag, summary: "List plugins", answer: collectionOf(PluginShape) }),
    () =>
      json({
        data: PLUGINS.map(({ key, label, description, feature }) => ({ key, label, description, feature })),
      }),
  );

const AliasBody = v.object({ host: hostField });

export const recommendationRoutes = new Hono<AdminEnv>().post(
  "/alias",
  endpoint({
    role: "editor",
    tag,
    summary: "Recommend a free alias",
    answer: v.object({ alias: v.string() }),
    errors: [400, 413, 415, 422],
  }),
  jsonBody(AliasBody),
  async (c) => answer(await recommendAlias(c.get("service"), c.req.valid("json")), (alias) => ({ alias })),
);
