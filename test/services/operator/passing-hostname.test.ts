import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Hostname } from "../../../src/domain/hostname.ts";
import type { FoldedPath } from "../../../src/domain/path.ts";
import { exactSlot } from "../../../src/domain/slot.ts";
import type { SnapshotKey } from "../../../src/domain/snapshot.ts";
import { deleteWorkspace } from "../../../src/services/operator/delete-workspace.ts";
import { suspendWorkspace } from "../../../src/services/operator/suspend-workspace.ts";
import { hostKey, snapshotKey } from "../../../src/storage/snapshot/key.ts";
import { contest, type Scene } from "../../support/claims.ts";
import { closeScenes, openScene, pass } from "../../support/contest.ts";
import { untilVisible } from "../../support/operator.ts";
import { overtakenDatabase } from "../../support/overtaken-database.ts";
import { requireOk } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** Commands on a workspace whose claim begins to hold its hostname between the read and the commit of a step. */

closeScenes();

let opened: Scene;
let host: Hostname;

beforeEach(async () => {
  opened = await contest(await openScene());
  host = opened.host("go.victim");
  const link = { host, alias: "b", destination: "https://b.answer.example/alias" };
  requireOk(await opened.of("B").call("POST", "/link", link));
});

/** @param batch the batch of the command that writes what it has just read */
const passBefore = (batch: number) => overtakenDatabase(batch, () => pass(opened));

async function readSnapshot(key: SnapshotKey): Promise<object | null> {
  return env.SNAPSHOTS.get<object>(key, "json");
}

describe("a hostname that passes to the workspace meanwhile", () => {
  it("[25.2, 19.5] leads no visitor to a record that a suspension pauses", async () => {
    await suspendWorkspace(passBefore(2), opened.of("B").id, true, Date.now());
    await untilVisible();
    expect((await visit(`http://${host}/b`)).status).toBe(404);
  });

  it("[25.3, 19.5] has tombstones for the records that are deleted with the workspace", async () => {
    await deleteWorkspace(passBefore(3), opened.of("B").id, Date.now());
    await untilVisible();
    expect(await readSnapshot(snapshotKey(host, exactSlot("/b" as FoldedPath)))).toMatchObject({
      records: [],
    });
  });

  it("[25.3, 19.5] has a tombstone of its own if its records are deleted before", async () => {
    await deleteWorkspace(passBefore(4), opened.of("B").id, Date.now());
    await untilVisible();
    expect(await readSnapshot(hostKey(host))).toMatchObject({ config: null });
  });
});
