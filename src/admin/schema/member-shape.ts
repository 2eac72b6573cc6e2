import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { id, timestamp } from "./part.ts";

export const limitedHosts = v.pipe(
  v.nullable(v.array(v.string())),
  v.description("The only hostnames that are reached; null for all."),
);

export const MemberShape = v.object({
  id,
  name: v.string(),
  email: v.pipe(v.string(), v.description("In lower case.")),
  role: v.picklist(ROLES),
  hosts: limitedHosts,
  created_at: timestamp,
});
