import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { BrandingShape, PagesShape } from "./branding.ts";
import { PLAN_NAMES } from "./closed-set.ts";
import { id, timestamp } from "./part.ts";

export const WorkspaceShape = v.object({
  id,
  name: v.string(),
  role: v.picklist(ROLES),
  headurl: v.string(),
  logo: v.string(),
  personal: v.boolean(),
  country: v.string(),
  pm_type: v.string(),
  pm_ending: v.string(),
  level: v.number(),
  email: v.string(),
  billing_extra: v.string(),
  created_at: timestamp,
  updated_at: timestamp,
  meta: v.array(v.string()),
  summary: v.array(v.object({ category: v.string(), used: v.number() })),
  plan: v.picklist(PLAN_NAMES),
  owner: v.object({ name: v.string() }),
  branding: BrandingShape,
  pages: PagesShape,
  analytics_enabled: v.boolean(),
  can_use_nameservers: v.boolean(),
});
