/** Roles in a workspace, the lowest first (contract 9.4). */
export const ROLES = ["viewer", "editor", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

export function isRole(key: string): key is Role {
  return ROLES.some((role) => role === key);
}

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export function lowerRole(a: Role, b: Role): Role {
  return isAtLeast(a, b) ? b : a;
}
