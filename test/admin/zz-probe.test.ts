import { expect, it } from "vitest";
import { createSite } from "../support/site.ts";

it("probes", { timeout: 60000 }, async () => {
  for (const [n, len, k] of [[3, 10, 1], [150, 10, 1], [150, 10, 20], [10, 1990, 20],[30, 1990, 20], [150, 1990, 20]] as const) {
  const s = await createSite();
  const d = (r: number) => Array.from({ length: k }, (_, i) => `https://example.com/` + "x".repeat(len) + i + "/" + r);
  const rows = (r: number) => Array.from({ length: n }, (_, i) => ({ host: s.host, alias: "c" + i, destinations: d(r) }));
  for (const r of [0, 1]) {
  const a = await s.call("POST", "/bulk/import", { mode: "upsert", rows: rows(r) });
  console.log(n, len, k, a.status, JSON.stringify(a.body).slice(0, 200), JSON.stringify(a.body.meta));
  }
  }
  expect(1).toBe(1);
});
