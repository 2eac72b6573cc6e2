import { beforeAll, expect, it, vi } from "vitest";
import { endMove, hookedInstallation, runMoveUntil, startMove } from "../support/move.ts";
import { missOn } from "../support/miss.ts";
import { IPHONE, messageOf } from "../support/click.ts";
import { addUp, Mover, UNLIMITED } from "../support/mover.ts";
import { migrateDatabases, severalDatabases } from "../support/several-databases.ts";

/** A workspace with many hostnames moves, and messages are delivered in the moment of the switch. */

beforeAll(async () => {
  await migrateDatabases();
  vi.spyOn(console, "info").mockReturnValue();
});

it("[39.8] a workspace with 300 hostnames moves, and leaves nothing of them", async () => {
  const installation = severalDatabases(UNLIMITED);
  const [, source, target] = installation.envs;
  const mover = await Mover.create(installation, "DB_01");
  for (let n = 0; n < 300; n++) await mover.must("POST", "/host", { host: `n${n}.many.example` });
  const slots = "SELECT host, slot FROM slots WHERE host LIKE '%.many.example' ORDER BY 1, 2";
  const before = (await source.DB.prepare(slots).all()).results;
  expect(before).toHaveLength(300);
  await startMove(source, mover.workspace.id, "DB_02");
  await endMove(source);
  expect((await source.DB.prepare(slots).all()).results).toEqual([]);
  expect((await target.DB.prepare(slots).all()).results).toEqual(before);
});

it("[39.8] a miss that is delivered while its workspace arrives in a database that was asked before counts", async () => {
  const installation = severalDatabases(UNLIMITED);
  const [target, source] = installation.envs;
  const mover = await Mover.create(installation, "DB_01");
  const [host] = mover.hosts;
  await startMove(source, mover.workspace.id, "DB");
  await runMoveUntil(source, "closed");
  let isAsked = false;
  const hooked = hookedInstallation(async (call, sql) => {
    if (!isAsked && /JOIN hosts o ON o.host = j.value/.test(sql)) {
      isAsked = true;
      const answer = await call();
      await runMoveUntil(source, "left");
      return answer;
    }
    return call();
  });
  const miss = (fields = {}) => missOn(host, "/missed", { host: host as never, ...fields });
  const message = messageOf(miss(), miss({ agent: IPHONE }));
  expect(await hooked.offer([message])).toEqual([message]);
  await endMove(source);
  expect(await installation.offer([message])).toEqual([]);
  await addUp(target);
  const { data } = (await mover.must("GET", "/misses")).body;
  expect(data).toMatchObject([{ path: "/missed", visits: 2, people: 2 }]);
});
