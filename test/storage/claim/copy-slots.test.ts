import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import type { Hostname } from "../../../src/domain/hostname.ts";
import { copySlots } from "../../../src/storage/claim/pass.ts";
import { migrateDatabases } from "../../support/several-databases.ts";

/** Slots of hostnames are copied to another database, in pages that end within a hostname or with one. */

beforeAll(migrateDatabases);

it("[39.4] copies the slots of hostnames with thousands of them, and of no others", async () => {
  const counts = {
    "a.example": 7_000,
    "b.example": 1,
    "c.example": 2_999,
    "d.example": 5_000,
    "e.example": 3,
  };
  for (const [host, count] of Object.entries(counts)) {
    await env.DB_01.prepare(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?2)
       INSERT INTO slots (host, slot, seq) SELECT ?1, 'p/' || n, n FROM c`,
    )
      .bind(host, count)
      .run();
  }
  const hosts = ["d.example", "a.example", "none.example", "b.example", "c.example"] as Hostname[];
  expect(await copySlots(env.DB_01, env.DB_02, hosts)).toBe(15_000);
  const sql =
    "SELECT host, count(*) AS slots, sum(seq) AS seqs FROM slots WHERE host <> 'e.example' GROUP BY host";
  const [there, here] = await Promise.all([env.DB_01, env.DB_02].map((db) => db.prepare(sql).all()));
  expect(here?.results).toEqual(there?.results);
  expect(await env.DB_02.prepare("SELECT 1 FROM slots WHERE host = 'e.example'").first()).toBe(null);
});
