import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { WORKSPACE_SETTINGS } from "../../domain/workspace.ts";
import type { WorkspaceView } from "../../services/workspace/get-workspace.ts";
import type { WorkspaceShape } from "../schema/workspace-shape.ts";

/** Converts a workspace to its JSON in the API (contract 14.2). Fields of one value only are kept for clients. */
export function toWorkspaceShape({
  workspace,
  role,
  level,
  verificationToken,
}: WorkspaceView): v.InferOutput<typeof WorkspaceShape> {
  const { settings } = workspace;
  return {
    id: workspace.id,
    name: settings.name ?? "",
    role,
    headurl: "",
    logo: workspace.logo,
    personal: false,
    country: settings.country ?? "",
    pm_type: "",
    pm_ending: "",
    level,
    email: settings.email ?? "",
    billing_extra: settings.billing_extra ?? "",
    created_at: formatTimestamp(workspace.createdAtMs),
    updated_at: formatTimestamp(workspace.updatedAtMs),
    meta: [
      ...WORKSPACE_SETTINGS.filter((key) => settings[key]).map((key) => `${key}=${settings[key]}`),
      ...(verificationToken === null ? [] : [`verification_token=${verificationToken}`]),
    ],
    summary: [
      { category: "records", used: workspace.recordCount },
      { category: "hostnames", used: workspace.hostCount },
    ],
    plan: workspace.plan,
    owner: { name: workspace.ownerName },
    ...workspace.appearance,
    analytics_enabled: true,
    can_use_nameservers: false,
  };
}
