import * as v from "valibot";
import { reportConversion } from "../../services/conversion/report-conversion.ts";
import type { Draft } from "../../services/result.ts";
import { forConversions, jsonBody } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { once } from "../once.ts";
import { answer, type AdminContext } from "../request-context.ts";
import { DECIMAL } from "../schema/part.ts";
import { message, textOf } from "../schema/field.ts";

const MAX_VALUE = 1_000_000_000;

const Body = v.object({
  click: v.pipe(textOf(22), v.regex(/^[\w-]{22}$/, message("not_valid"))),
  name: v.pipe(textOf(50), v.regex(/^[a-z0-9_.-]+$/, message("not_conversion_name"))),
  value: v.optional(
    v.pipe(
      v.number(message("not_number")),
      v.minValue(0, message("below_zero")),
      v.maxValue(MAX_VALUE, message("too_high", { count: MAX_VALUE })),
      v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, message("not_hundredths")),
      v.metadata(DECIMAL),
    ),
  ),
});

type Input = v.InferOutput<typeof Body>;

/** The route of `/conversions` (contract 38). */
export const conversionRoutes = newApp().post(
  "/",
  forConversions("editor"),
  jsonBody(Body),
  // What counts once anyway is reported again.
  once((c) => report(c, c.req.valid("json" as never))),
  (c) => report(c, c.req.valid("json")),
);

async function report(c: AdminContext, draft: Draft<Partial<Input>>) {
  return answer(await reportConversion(c.get("service"), draft), (counted) => counted);
}
