import type { Appearance } from "./branding.ts";
import type { Plan } from "./plan.ts";

/** The settings of a workspace that can be written separately, by their names in the API. */
export const WORKSPACE_SETTINGS = [
  "name",
  "country",
  "email",
  "billing_extra",
  "notify_url",
  "expired_url",
  "not_found_url",
  "retention",
  "click_thresholds",
  "doors",
  "utm_templates",
  "qr_styles",
] as const;
export type WorkspaceSetting = (typeof WORKSPACE_SETTINGS)[number];

export interface Workspace {
  id: string;
  plan: Plan;
  logo: string;
  /** Null or empty if a setting is not set. */
  settings: Record<WorkspaceSetting, string | null>;
  /** The look of its pages where a hostname has set nothing. */
  appearance: Appearance;
  ownerName: string;
  recordCount: number;
  hostCount: number;
  createdAtMs: number;
  updatedAtMs: number;
}
