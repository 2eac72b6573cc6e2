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
  hosts: v.pipe(v.nullable(v.array(v.string())), v.description("Null for the whole workspace.")),
  method: v.picklist(["token", "access"]),
  ends_at: timestamp,
  proven_at: v.pipe(
    nullableTimestamp,
    v.description("When the token was shown last. What hands out access needs that within 5 minutes."),
  ),
});

export const SessionShape = v.object({
  session: v.pipe(v.nullable(Session), v.description("Null for a browser that is not signed in.")),
  workspaces: v.optional(
    v.pipe(
      v.array(v.object({ id, name: v.string() })),
      v.description(
        "Whom Cloudflare Access has signed in chooses one of these, or changes to it, by `{workspace}`.",
      ),
    ),
  ),
});
