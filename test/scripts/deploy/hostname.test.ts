import { expect, test } from "vitest";
import type { Api } from "../../../scripts/deploy/api.ts";
import { checkRoutes } from "../../../scripts/deploy/hostname.ts";
import type { Settings } from "../../../scripts/deploy/settings.ts";

const settings: Settings = {
  name: "signpost",
  account_id: "a".repeat(32),
  plan: "paid",
  admin_hosts: ["admin.new.example"],
  link_hosts: ["go.old.example", "*.links.old.example"],
  cname_target: "edge.new.example",
  a_targets: [],
  saas_zone: "new.example",
};

const ZONES = ["old.example", "new.example"].map((name) => ({ id: name, name, status: "active" }));

/** Returns what the deployment asks whether it may remove; null if it asks nothing. */
async function askedAbout(routes: Record<string, string[]>, more: Partial<Settings> = {}) {
  const call = async (_: string, path: string) =>
    (routes[path.split("/")[2] ?? ""] ?? []).map((pattern) => ({ pattern, script: settings.name }));
  const context = { api: { call } as unknown as Api, accountId: settings.account_id, say() {} };
  let asked: string | null = null;
  await checkRoutes(context, ZONES, { ...settings, ...more }, async (what) => {
    asked = what;
    return true;
  });
  return asked;
}

test("routes that the settings have in the same zone are kept", async () => {
  const routes = [{ pattern: "old.example/go/*", zone_name: "old.example" }];
  const held = { "old.example": ["*.links.old.example/*", "old.example/go/*"], "new.example": ["*/*"] };
  expect(await askedAbout(held, { routes })).toBeNull();
});

test("the route of a former saas_zone is removed only with consent, though the new one has the same pattern", async () => {
  expect(await askedAbout({ "old.example": ["*/*"], "new.example": ["*/*"] })).toContain(
    "*/* (zone old.example)",
  );
});
