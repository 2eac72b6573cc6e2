import { expect, test } from "vitest";
import { isAtLeast, isRole, lowerRole, ROLES } from "../../src/domain/role.ts";

test("[9.4] viewer < editor < manager < owner", () => {
  expect(ROLES).toEqual(["viewer", "editor", "manager", "owner"]);
  for (const [rank, role] of ROLES.entries()) {
    for (const [neededRank, needed] of ROLES.entries()) {
      expect(isAtLeast(role, needed)).toBe(rank >= neededRank);
    }
  }
});

test.each([
  ["viewer", "owner", "viewer"],
  ["owner", "viewer", "viewer"],
  ["manager", "editor", "editor"],
  ["editor", "editor", "editor"],
] as const)("of %s and %s the lower is %s", (one, other, lower) => {
  expect(lowerRole(one, other)).toBe(lower);
});

test.each(["", "Owner", "admin", "constructor"])("%j is no role", (key) => {
  expect(isRole(key)).toBe(false);
});
