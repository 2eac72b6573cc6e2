import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { id, timestamp } from "./part.ts";

export const limitedHosts = v.nullable(v.array(v.string()));

export const MemberShape = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  hosts: limitedHosts,
  created_at: timestamp,
});
