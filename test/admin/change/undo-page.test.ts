import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** The undo of a change that shows stored pages again. */

let site: Site;
/** It serves the page `menu`, until the change. */
let link: RecordBody;

beforeEach(async () => {
  site = await createSite();
  link = await site.createLink();
  await store("<p>before");
  requireOk(await site.call("PUT", `/link/${link.id}`, { file: "menu" }));
});

afterEach(() => vi.restoreAllMocks());

const store = async (html: string) => requireOk(await site.call("PUT", "/files/menu", html));
const remove = async () => requireOk(await site.call("DELETE", "/files/menu"));

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const DELETION = { delete: true };
const EDIT = { set: { destination: "https://example.com/" } };

async function plan(edit: object): Promise<string> {
  return requireOk(await site.call("POST", "/changes", { ids: [link.id], ...edit })).body.id;
}

async function apply(id: string, edit: object): Promise<void> {
  requireOk(await site.call("POST", `/changes/${id}/apply`, "delete" in edit ? { deletes: 1 } : {}));
}

async function change(edit: object): Promise<string> {
  const id = await plan(edit);
  await apply(id, edit);
  return id;
}

async function undo(id: string): Promise<Body> {
  const { undo_conflicts } = requireOk(await site.call("POST", `/changes/${id}/undo`)).body;
  const [row] = requireOk(await site.call("GET", `/changes/${id}/rows`)).body.data;
  return { conflicts: undo_conflicts, reasons: row.reasons, current: row.current };
}

const shown = async () => (await visit(link.url)).text();

describe.each([
  ["deletes", DELETION, null],
  ["changes", EDIT, { destination: "https://example.com/" }],
])("[28.22] the undo of a change that %s a record with a stored page", (_, edit, current) => {
  it("shows the page that the change left", async () => {
    expect(await undo(await change(edit))).toMatchObject({ conflicts: 0 });
    expect(await shown()).toBe("<p>before");
  });

  it("is a conflict once the page has other content", async () => {
    const id = await change(edit);
    await store("<p>after");
    expect(await undo(id)).toEqual({
      conflicts: 1,
      reasons: { file: ["was edited since the change"] },
      current: current && expect.objectContaining(current),
    });
    expect(await shown()).not.toBe("<p>after");
  });

  it("is a conflict once the page was deleted, and also if another one has its name", async () => {
    const first = await change(edit);
    await remove();
    expect(await undo(first)).toMatchObject({
      conflicts: 1,
      reasons: { file: ["is not the name of a stored page"] },
    });
    await store("<p>before");
    link = await site.createLink();
    requireOk(await site.call("PUT", `/link/${link.id}`, { file: "menu" }));
    const second = await change(edit);
    await remove();
    await store("<p>before");
    expect(await undo(second)).toMatchObject({ conflicts: 1, reasons: { file: [/edited/] } });
  });

  it("shows a page that was stored again with the same content, or written before the change was applied", async () => {
    const id = await plan(edit);
    await store("<p>meanwhile");
    await apply(id, edit);
    await store("<p>meanwhile");
    expect(await undo(id)).toMatchObject({ conflicts: 0 });
    expect(await shown()).toBe("<p>meanwhile");
  });

  it("is a conflict if the page is written while the undo runs", async () => {
    const id = await change(edit);
    const [prepare, batch] = [env.DB.prepare.bind(env.DB), env.DB.batch.bind(env.DB)];
    let state: "reading" | "writing" | "written" = "reading";
    vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
      if (state === "reading" && sql.includes("SET undone_by")) state = "writing";
      return prepare(sql);
    });
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      if (state === "writing") {
        state = "written";
        await store("<p>after");
      }
      return batch(statements);
    });
    expect(await undo(id)).toMatchObject({ conflicts: 1, reasons: { file: [/edited/] } });
    expect(state).toBe("written");
  });

  it("compares times if an earlier version of the Worker has applied the change", async () => {
    const ids = [await change(edit)];
    await forgetPages(ids[0]!);
    expect(await undo(ids[0]!)).toMatchObject({ conflicts: 0 });
    ids.push(await change(edit));
    await forgetPages(ids[1]!);
    await store("<p>after");
    expect(await undo(ids[1]!)).toMatchObject({ conflicts: 1, reasons: { file: [/edited/] } });
  });
});

it("[28.22] the undo of an import is a conflict once the page has other content", async () => {
  const rows = [{ host: site.host, alias: link.alias, destination: "https://example.com/" }];
  const { change: id } = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows })).body;
  await store("<p>after");
  expect(await undo(id)).toMatchObject({ conflicts: 1, reasons: { file: ["was edited since the change"] } });
  expect((await visit(link.url)).headers.get("Location")).toBe("https://example.com/");
});

/** Leaves the chunks of a change as release 0.2.0 applies them. */
async function forgetPages(id: string): Promise<void> {
  await env.DB.prepare("UPDATE change_chunks SET pages = NULL WHERE change_id = ?1").bind(id).run();
}
