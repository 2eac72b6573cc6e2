import * as v from "valibot";
import { HANDLERS } from "../../domain/handler.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { id } from "./part.ts";

/** A row of a slim list, at most 300 bytes. */
export const SlimShape = v.object({
  id,
  handler: v.picklist(HANDLERS),
  type: v.picklist(REDIRECT_TYPES),
  paused_by: v.nullable(v.picklist(["user", "system"])),
  total_clicks: v.number(),
  url: v.string(),
  destination: v.nullable(v.string()),
});
