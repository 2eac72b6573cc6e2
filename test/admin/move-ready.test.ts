import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { COPIES_ONLY, endMove, hookedInstallation, runMove, startMove, stateOf } from "../support/move.ts";
import { createLeaving, type Mover } from "../support/mover.ts";
import { migrateDatabases } from "../support/several-databases.ts";

/** What is done before a workspace that moves is closed. */

let source: Env;
let mover: Mover;

beforeAll(migrateDatabases);
beforeEach(async () => {
  ({ source, mover } = await createLeaving());
});

it("[39.8] most of what was written is copied before, large rows too", async () => {
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  for (let n = 0; n < 70; n++) await mover.must("PUT", `/files/page${n}`, "<p>large");
  let left: number | null = null;
  const hooked = hookedInstallation(async (call) => {
    if (left === null && (await stateOf(source)) === "folding")
      left = await source.DB.prepare("SELECT count(*) AS n FROM move_notes").first<number>("n");
    return call();
  });
  await endMove(hooked.envs[1]);
  expect(left).toBeLessThan(20);
  expect((await mover.must("GET", "/files")).body.data).toHaveLength(70);
});

it("[39.8] the snapshots of a whole hostname are written before", async () => {
  const [host] = mover.hosts;
  await source.DB.prepare("INSERT INTO reprojections (host, created_at) VALUES (?1, 0)").bind(host).run();
  await startMove(source, mover.workspace.id, "DB_02");
  for (let runs = 0; runs < 3; runs++) await runMove(source);
  expect(await source.DB.prepare("SELECT state, failures FROM moves").first()).toEqual({
    state: "copying",
    failures: 0,
  });
  await source.DB.prepare("DELETE FROM reprojections").run();
  await endMove(source);
  expect(await mover.visit(`https://${host}/first`)).toBe("https://first.example/");
});

it("[39.8] ten rows that may be large are copied before a run looks at what it may still do", async () => {
  for (let n = 0; n < 25; n++) await mover.must("PUT", `/files/page${n}`, "<p>large");
  await source.DB.prepare("UPDATE pages SET html = ?1").bind("x".repeat(310_000)).run();
  await startMove(source, mover.workspace.id, "DB_02");
  let [together, most] = [0, 0];
  const hooked = hookedInstallation((call, sql) => {
    if (/INTO pages/.test(sql)) most = Math.max(most, ++together);
    if (/UPDATE moves SET state = /.test(sql)) together = 0;
    return call();
  });
  await endMove(hooked.envs[1]);
  expect(most).toBe(10);
  expect((await mover.must("GET", "/files")).body.data).toHaveLength(25);
});
