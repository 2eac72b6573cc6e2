import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { WORKSPACE_SETTINGS } from "../../services/workspaces/update-workspace.ts";
import type { WorkspaceView } from "../../services/workspaces/get-workspace.ts";
import type { WorkspaceShape } from "../schema/shape.ts";

/** A workspace on the wire (contract 14.2). */
export function toWorkspaceShape({
  row,
  ownerName,
  role,
  level,
  verificationToken,
}: WorkspaceView): v.InferOutput<typeof WorkspaceShape> {
  return {
    id: row.id,
    name: row.name,
    role,
    headurl: row.headurl,
    logo: row.logo,
    personal: row.personal === 1,
    country: row.country,
    pm_type: row.pm_type,
    pm_ending: row.pm_ending,
    level,
    email: row.email,
    billing_extra: row.billing_extra,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
    meta: [
      ...WORKSPACE_SETTINGS.filter((key) => row[key]).map((key) => `${key}=${row[key]}`),
      `verification_token=${verificationToken}`,
    ],
    summary: [
      { category: "records", used: row.record_count },
      { category: "hostnames", used: row.host_count },
    ],
    plan: row.plan,
    owner: { name: ownerName },
    analytics_enabled: true,
    can_use_nameservers: false,
  };
}
