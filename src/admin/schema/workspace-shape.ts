import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { BrandingShape, PagesShape } from "./branding.ts";
import { PLAN_NAMES, id, nullableTimestamp, timestamp } from "./part.ts";

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

export const limitedHosts = v.nullable(v.array(v.string()));
export const limitedTags = v.nullable(v.array(v.string()));

export const MemberShape = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  hosts: limitedHosts,
  tags: limitedTags,
  created_at: timestamp,
  invitation: v.nullable(
    v.object({ created_at: timestamp, expires_at: timestamp, used_at: nullableTimestamp }),
  ),
});

export const InvitationShape = v.object({ invitation: v.string(), expires_at: timestamp });

/** The answers of `/session` (contract 32). */

const Session = v.object({
  user: v.object({ id, name: v.string(), email: v.string() }),
  workspace: v.object({ id, name: v.string(), plan: v.picklist(PLAN_NAMES), is_suspended: v.boolean() }),
  role: v.picklist(ROLES),
  token: v.object({ id, name: v.string() }),
  hosts: limitedHosts,
  tags: limitedTags,
  method: v.picklist(["token", "access"]),
  has_access: v.boolean(),
  ends_at: timestamp,
  proven_at: nullableTimestamp,
});

export const SessionShape = v.object({
  session: v.nullable(Session),
  workspaces: v.optional(v.array(v.object({ id, name: v.string() }))),
  token: v.optional(v.string()),
});
