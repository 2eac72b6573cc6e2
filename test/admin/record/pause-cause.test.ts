import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { SystemCause } from "../../../src/domain/pause.ts";
import { publish } from "../../../src/services/publish.ts";
import { updatePauseCause, type PauseScope } from "../../../src/storage/record/pause.ts";
import { wholeOf } from "../../../src/domain/reach.ts";
import { selectRecord } from "../../../src/storage/record/read.ts";
import { slotsOfPresence } from "../../../src/domain/affected-slots.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

/** As the platform does it: the cause and the record's slots in one commit. */
async function setCause(
  id: string,
  cause: SystemCause,
  isStanding: boolean,
  scope: PauseScope = { ids: [id] },
) {
  const stored = await selectRecord(env.DB, wholeOf(site.id), id, undefined);
  if (stored === null) throw new Error("there is no such record");
  const statement = updatePauseCause(env.DB, cause, isStanding, scope, Date.now());
  const context = { env, nowMs: Date.now(), background: () => {} };
  await publish(context, [statement], slotsOfPresence(stored.record));
}

const createLink = (fields: object = {}) =>
  site.createLink({ destination: "https://example.com", ...fields });
const read = async (id: string) => requireOk(await site.call("GET", `/link/${id}`)).body;
const CAUSES: SystemCause[] = ["claim", "suspension", "takedown"];

describe.each(CAUSES)("what the platform paused (%s)", (cause) => {
  it("is shown as paused by the system, to visitors as well, until the cause ends", async () => {
    const { id, url } = await createLink();
    await setCause(id, cause, true);
    expect((await read(id)).paused_by).toBe("system");
    expect((await visit(url)).status).toBe(404);
    await setCause(id, cause, false);
    expect((await read(id)).paused_by).toBeNull();
    expect((await visit(url)).status).toBe(302);
  });

  it("[3.15] is resumed by no call of the workspace", async () => {
    const { id, url } = await createLink();
    await setCause(id, cause, true);
    const active = { status: "active" };
    for (const answer of [
      await site.call("POST", `/links/${id}/resume`),
      await site.call("PUT", `/links/${id}`, active),
      await site.call("PUT", `/link/${id}`, active),
    ]) {
      expectRefused(answer, "status");
    }
    const row = {
      host: site.host,
      alias: url.split("/").at(-1),
      destination: "https://example.com",
      ...active,
    };
    const imported = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows: [row] })).body;
    expect(imported.data).toMatchObject([{ result: "failed", errors: { status: [expect.any(String)] } }]);
    expect((await read(id)).paused_by).toBe("system");
    expect((await visit(url)).status).toBe(404);
  });

  it("stays paused by any other change, and by being sent back as it was read", async () => {
    const { id } = await createLink();
    await setCause(id, cause, true);
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/new", status: 301 }));
    requireOk(await site.call("PUT", `/link/${id}`, await read(id)));
    expect(await read(id)).toMatchObject({ paused_by: "system", status: "301" });
  });

  it("[3.15] keeps the user's own pause beneath, whichever came first", async () => {
    for (const order of ["before", "after"]) {
      const { id } = await createLink();
      if (order === "before") requireOk(await site.call("POST", `/links/${id}/pause`));
      await setCause(id, cause, true);
      if (order === "after") {
        expect(requireOk(await site.call("POST", `/links/${id}/pause`)).body.paused_by).toBe("system");
      }
      await setCause(id, cause, false);
      expect((await read(id)).paused_by).toBe("user");
      expect(requireOk(await site.call("POST", `/links/${id}/resume`)).body.paused_by).toBeNull();
    }
  });

  it.each(CAUSES.filter((other) => other !== cause))("goes on while %s stands", async (other) => {
    const { id } = await createLink();
    await setCause(id, cause, true);
    await setCause(id, other, true);
    await setCause(id, cause, false);
    expect((await read(id)).paused_by).toBe("system");
    await setCause(id, other, false);
    expect((await read(id)).paused_by).toBeNull();
  });

  it("refuses as stale a write that read the record before", async () => {
    const { id } = await createLink();
    const before = await selectRecord(env.DB, wholeOf(site.id), id, undefined);
    await setCause(id, cause, true);
    const after = await selectRecord(env.DB, wholeOf(site.id), id, undefined);
    expect(after?.record.version).toBe((before?.record.version ?? 0) + 1);
    expect(after?.record.updatedAtMs).toBeGreaterThan(before?.record.updatedAtMs ?? 0);
    await setCause(id, cause, true);
    expect((await selectRecord(env.DB, wholeOf(site.id), id, undefined))?.record.version).toBe(
      after?.record.version,
    );
  });
});

describe("a cause on a whole hostname", () => {
  it("reaches the records of one workspace on that hostname, and no others", async () => {
    const [first, second] = [await createSite(), await createSite()];
    const [here, there] = [await first.createLink(), await second.createLink()];
    const scope = { workspaceId: first.id, host: first.host };
    const home = homeOf(first.id);
    await home.batch([updatePauseCause(home, "claim", true, scope, Date.now())]);
    expect((await first.call("GET", `/link/${here.id}`)).body.paused_by).toBe("system");
    expect((await second.call("GET", `/link/${there.id}`)).body.paused_by).toBeNull();
  });
});

describe("what was taken down", () => {
  it("[3.16] is not deleted by its workspace, and its source stays refused", async () => {
    const { id, alias } = await createLink({ alias: "evil" });
    await setCause(id, "takedown", true);
    for (const endpoint of ["link", "links"]) {
      expectRefused(await site.call("DELETE", `/${endpoint}/${id}`), "status");
    }
    expectRefused(await site.call("POST", "/link", { host: site.host, alias }), "alias");
    await setCause(id, "takedown", false);
    requireOk(await site.call("DELETE", `/link/${id}`));
  });

  it("[3.16] is not moved by its workspace", async () => {
    const { id } = await createLink();
    const other = `other.${site.host}`;
    requireOk(await site.call("POST", "/host", { host: other }));
    await setCause(id, "takedown", true);
    expectRefused(await site.call("PUT", `/link/${id}`, { alias: "elsewhere" }), "alias");
    expectRefused(await site.call("PUT", `/link/${id}`, { host: other }), "host");
    await setCause(id, "takedown", false);
    requireOk(await site.call("PUT", `/link/${id}`, { host: other, alias: "elsewhere" }));
  });

  it("of another cause can be deleted: only a takedown holds a source", async () => {
    const { id } = await createLink();
    await setCause(id, "claim", true);
    requireOk(await site.call("DELETE", `/link/${id}`));
  });
});

describe("writers that know `paused_by` alone, as the version before did", () => {
  const write = (id: string, pausedBy: string | null) =>
    env.DB.prepare("UPDATE records SET paused_by = ?2 WHERE id = ?1").bind(id, pausedBy).run();
  const pausesOf = async (id: string) =>
    (await selectRecord(env.DB, wholeOf(site.id), id, undefined))?.record.pauses;

  it("pause and resume as users do", async () => {
    const { id } = await createLink();
    await write(id, "user");
    expect(await pausesOf(id)).toEqual(["user"]);
    await write(id, null);
    expect(await pausesOf(id)).toEqual([]);
  });

  it("take down what they pause in the name of the system", async () => {
    const { id } = await createLink({ status: "paused" });
    await write(id, "system");
    expect(await pausesOf(id)).toEqual(["user", "takedown"]);
  });

  it.each([null, "user"])("are refused if the platform has paused the record: %s", async (pausedBy) => {
    const { id } = await createLink();
    await setCause(id, "claim", true);
    await expect(write(id, pausedBy)).rejects.toThrow("stale_version");
    expect(await pausesOf(id)).toEqual(["claim"]);
  });

  it("create paused records", async () => {
    const { id } = await createLink();
    const columns =
      "id, workspace_id, handler, runtime, host, source_kind, source, slot, type, created_by, created_via";
    await env.DB.prepare(
      `INSERT INTO records (${columns}, paused_by, created_at, updated_at)
       SELECT 'copy-of-' || id, workspace_id, handler, runtime, host, source_kind, source || '-copy', slot || '-copy',
              type, created_by, created_via, 'user', created_at, updated_at FROM records WHERE id = ?1`,
    )
      .bind(id)
      .run();
    expect(await pausesOf(`copy-of-${id}`)).toEqual(["user"]);
  });
});
