import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { PLUGINS } from "../../domain/plugin/registry.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { TYPE_TEXTS } from "../../domain/redirect-type-text.ts";
import { recommendAlias } from "../../services/record/recommend-alias.ts";
import { jsonBody, within } from "../endpoint.ts";
import { answer, json } from "../request-context.ts";
import { hostField } from "../schema/record.ts";

/** Routes of closed sets that other endpoints refer to (contract 14.6). */
export const sharedRoutes = newApp()
  .get("/types", within("viewer"), () =>
    json({ data: REDIRECT_TYPES.map((key) => ({ key, ...TYPE_TEXTS[key] })) }),
  )
  .get("/plugins", within("viewer"), () =>
    json({
      data: PLUGINS.map(({ key, label, description, feature }) => ({ key, label, description, feature })),
    }),
  );

const AliasBody = v.object({ host: hostField });

export const recommendationRoutes = newApp().post(
  "/alias",
  within("editor"),
  jsonBody(AliasBody),
  async (c) => answer(await recommendAlias(c.get("service"), c.req.valid("json")), (alias) => ({ alias })),
);
