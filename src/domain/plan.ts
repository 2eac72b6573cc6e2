/** The plans with their limits and features (contract 9.18). */

interface PlanTerms {
  level: number;
  /** Null if there is no limit. */
  maxRecords: number | null;
  maxHosts: number | null;
  features: readonly Feature[];
}

export type Feature = "security.audit" | "hosts.force_https";

export const PLANS = {
  free: { level: 0, maxRecords: 50, maxHosts: 1, features: [] },
  basic: { level: 1, maxRecords: 1_000, maxHosts: 5, features: [] },
  pro: { level: 2, maxRecords: 50_000, maxHosts: 50, features: ["security.audit"] },
  enterprise: {
    level: 50,
    maxRecords: null,
    maxHosts: null,
    features: ["security.audit", "hosts.force_https"],
  },
} as const satisfies Record<string, PlanTerms>;

export type Plan = keyof typeof PLANS;

export function isPlan(key: string): key is Plan {
  return Object.hasOwn(PLANS, key);
}

export function hasFeature(plan: Plan, feature: Feature): boolean {
  const { features }: PlanTerms = PLANS[plan];
  return features.includes(feature);
}
