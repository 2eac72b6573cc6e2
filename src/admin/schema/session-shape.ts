import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { PLAN_NAMES } from "./closed-set.ts";
import { id, nullableTimestamp, timestamp } from "./part.ts";

/** The answers of `/session` (contract 32). */

const Session = v.object({
  user: v.object({ id, name: v.string(), email: v.string() }),
  workspace: v.object({ id, name: v.string(), plan: v.picklist(PLAN_NAMES), is_suspended: v.boolean() }),
  role: v.picklist(ROLES),
  token: v.object({ id, name: v.string() }),
  hosts: v.nullable(v.array(v.string())),
  method: v.picklist(["token", "access"]),
  ends_at: timestamp,
  proven_at: nullableTimestamp,
});

export const SessionShape = v.object({
  session: v.nullable(Session),
  workspaces: v.optional(v.array(v.object({ id, name: v.string() }))),
});
