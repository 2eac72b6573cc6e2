import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { suspendWorkspace } from "../../../src/services/operator/suspend-workspace.ts";
import { untilVisible } from "../../support/operator.ts";
import { recount } from "../../support/recount.ts";
import { addToken, createSite, requireOk } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const DESTINATION = "https://example.com/";

async function suspend(id: string, isSuspended = true): Promise<number> {
  const changed = await suspendWorkspace(env.DB, id, isSuspended, Date.now());
  await untilVisible();
  return changed;
}

describe("a suspended workspace", () => {
  it("[25.2] pauses every record of the workspace until the suspension ends, and none of another workspace", async () => {
    const [site, other] = [await createSite(), await createSite()];
    const link = await site.createLink({ destination: DESTINATION });
    const paused = await site.createLink({ destination: DESTINATION, status: "paused" });
    const any = await site.createRedirect("", { destination: DESTINATION });
    const foreign = await other.createLink({ destination: DESTINATION });

    expect(await suspend(site.id)).toBe(3);
    for (const { id } of [link, paused, any]) {
      expect(requireOk(await site.call("GET", `/links/${id}`)).body.paused_by).toBe("system");
    }
    expect((await visit(link.url)).status).toBe(404);
    expect((await visit(`http://${site.host}/nothing/here`)).status).toBe(404);
    expect((await visit(foreign.url)).status).toBe(302);

    expect(await suspend(site.id, false)).toBe(3);
    expect((await visit(link.url)).status).toBe(302);
    expect((await visit(paused.url)).status).toBe(404);
    expect((await visit(`http://${site.host}/nothing/here`)).status).toBe(301);
    expect(requireOk(await site.call("GET", `/links/${paused.id}`)).body.paused_by).toBe("user");
  });

  it("[25.2] reads, and is refused every write with a 403", async () => {
    const site = await createSite();
    const link = await site.createLink({ destination: DESTINATION });
    await suspend(site.id);
    requireOk(await site.call("GET", "/links"));
    for (const [method, path, body] of [
      ["POST", "/link", { host: site.host, destination: DESTINATION }],
      ["PUT", `/link/${link.id}`, { title: "new" }],
      ["DELETE", `/link/${link.id}`, undefined],
      ["POST", "/host", { host: "more.acme.example" }],
      ["POST", "/tokens", { name: "another" }],
    ] as const) {
      const { status, body: answer } = await site.call(method, path, body);
      expect({ status, message: answer.message }).toEqual({
        status: 403,
        message: "The operator has suspended this workspace: it can only be read.",
      });
    }
  });

  it("[25.2] gets no record from a call that was let in before the suspension", async () => {
    const site = await createSite();
    const token = await addToken(site.id);
    // The database says that it is suspended only after the caller was found.
    await env.DB.prepare("UPDATE workspaces SET suspended_at = 1 WHERE id = ?1").bind(site.id).run();
    const insertion = env.DB.prepare(
      `INSERT INTO records (id, workspace_id, handler, runtime, host, source_kind, source, slot, type,
         created_by, created_via, created_at, updated_at)
       VALUES ('late', ?1, 'short-url', 'link', ?2, 'exact', '/late', 'p/late', '302', 'x', 'api', 0, 0)`,
    ).bind(site.id, site.host);
    await expect(insertion.run()).rejects.toThrow("assertion failed: suspended");
    expect(token).toMatch(/^sp_/);
  });

  it("[25.2] redirects no visitor to its not_found_url", async () => {
    const site = await createSite();
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }));
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(302);
    await suspend(site.id);
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(404);
    await suspend(site.id, false);
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(302);
  });

  it("is completed by a second run, in as many steps as its records need, and keeps its counts right", async () => {
    const site = await createSite();
    const rows = Array.from({ length: 420 }, (_, index) => ({
      host: site.host,
      alias: `r${index}`,
      destination: DESTINATION,
    }));
    requireOk(await site.call("POST", "/bulk/import", { mode: "create", rows }));
    const steps: number[] = [];
    const stopped = suspendWorkspace(env.DB, site.id, true, Date.now(), (changed) => {
      steps.push(changed);
      throw new Error("stopped");
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect(steps[0]).toBeLessThan(rows.length);
    expect(await suspend(site.id)).toBe(rows.length - (steps[0] ?? 0));
    const counts = requireOk(await site.call("GET", "/link/count")).body;
    expect(counts).toEqual({ total: rows.length, paused: rows.length });
    const before = await env.DB.prepare("SELECT * FROM record_counts ORDER BY 1, 2, 3").all();
    await recount();
    expect((await env.DB.prepare("SELECT * FROM record_counts ORDER BY 1, 2, 3").all()).results).toEqual(
      before.results,
    );
  });
});
