import { MAX_CONVERSION_NAMES, type ConversionState } from "../../domain/conversion.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { storeConversion } from "../../storage/conversion/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { done, failed, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";

/** Counts a conversion of a click, once for each click and name (`POST /conversions`, contract 38). */
export async function reportConversion(
  ctx: ServiceContext,
  { fields, errors }: Draft<{ click?: string; name?: string; value?: number | undefined }>,
): Promise<Result<{ state: ConversionState }>> {
  const { click: clickId, name, value = 0 } = fields;
  if (hasFieldErrors(errors) || clickId === undefined || name === undefined) return invalid(errors);
  const conversion = { clickId, name, amount: Math.round(value * 100) };
  const { env, caller, nowMs } = ctx;
  const stored = await storeConversion(env.DB, caller.reach, conversion, nowMs, noteResult(ctx, null));
  if (!stored.isNamed) {
    const most = MAX_CONVERSION_NAMES;
    return failed({ code: "plan_limit", limit: "names", used: most, allowed: most });
  }
  if (stored.isCounted === null) return NOT_FOUND;
  if (stored.isCounted === 0) return done({ state: "waiting" });
  return done({ state: stored.isNew ? "counted" : "repeated" });
}
