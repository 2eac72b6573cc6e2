import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { WORKSPACE_SETTINGS } from "../../domain/workspace.ts";
import type { WorkspaceView } from "../../services/workspace/get-workspace.ts";
import type { WorkspaceShape } from "../schema/workspace-shape.ts";

/** Converts a workspace to its JSON in the API (contract 14.2). */
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
    headurl: workspace.headUrl,
    logo: workspace.logo,
    personal: workspace.isPersonal,
    country: settings.country ?? "",
    pm_type: workspace.paymentType,
    pm_ending: workspace.paymentEnding,
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
    branding: workspace.appearance.branding,
    pages: workspace.appearance.pages,
    analytics_enabled: true,
    can_use_nameservers: false,
  };
}
