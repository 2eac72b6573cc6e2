import type * as v from "valibot";
import { explainUrl, type ExplainInput } from "../../services/explain/explain-url.ts";
import { jsonBody, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { limitExplanations } from "../rate-limit.ts";
import { answer } from "../request-context.ts";
import { ExplainBody } from "../schema/explain.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toExplanationShape } from "../serialize/explain.ts";

/** The route of `/explain` (contract 30). */
export const explainRoutes = newApp().post("/", within("viewer"), jsonBody(ExplainBody), async (c) => {
  const service = c.get("service");
  await limitExplanations(c.env, service.caller.token.id, service.nowMs);
  const { fields, errors } = c.req.valid("json");
  const { url, as } = fields;
  const draft = { fields: pickDefined({ url, as: as && toAs(as) }), errors };
  const place = c.req.raw.cf?.colo;
  const explained = await explainUrl(service, draft, typeof place === "string" ? place : null);
  return answer(explained, (explanation) => toExplanationShape(explanation, c.req.url));
});

type As = NonNullable<v.InferOutput<typeof ExplainBody>["as"]>;

function toAs({ user_agent, https, at, unlocked, held, ...same }: As): NonNullable<ExplainInput["as"]> {
  const renamed = { userAgent: user_agent, isHttps: https, atMs: at, isUnlocked: unlocked, isHeld: held };
  return pickDefined({ ...same, ...renamed });
}
