import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_BLOCKED_HOSTS } from "../../../src/domain/blocklist.ts";
import { changeBlocklist } from "../../../src/services/operator/suspend-workspace.ts";
import { untilVisible } from "../../support/operator.ts";
import { createSite, expectRefused, requireOk } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { hostname } from "../../support/hostname.ts";

async function change(add: string[], remove: string[] = []): Promise<string[]> {
  const after = await changeBlocklist(
    env.DB,
    { add: add.map(hostname), remove: remove.map(hostname) },
    Date.now(),
  );
  await untilVisible();
  return after;
}

describe("the blocklist of the installation", () => {
  it("[25.5] stops writes and visits of every workspace, beside the list of each, until the hostname is removed", async () => {
    const sites = [await createSite(), await createSite()];
    const links = await Promise.all(
      sites.map((site) => site.createLink({ destination: "https://sub.evil.example/x" })),
    );
    requireOk(await sites[0]!.call("PUT", "/blocklist", { hosts: ["own.example"] }));
    expect(await change(["evil.example"])).toEqual(["evil.example"]);
    for (const [index, site] of sites.entries()) {
      const answer = await visit(links[index].url);
      expect({ status: answer.status, location: answer.headers.get("Location") }).toEqual({
        status: 403,
        location: null,
      });
      const write = { host: site.host, destination: "https://evil.example" };
      expectRefused(await site.call("POST", "/link", write), "destination");
      // What a record has already does not stop other changes.
      requireOk(await site.call("PUT", `/link/${links[index].id}`, { title: "new" }));
    }
    expect(requireOk(await sites[0]!.call("GET", "/blocklist")).body).toEqual({ hosts: ["own.example"] });
    expectRefused(
      await sites[0]!.call("POST", "/link", { host: sites[0]!.host, destination: "https://own.example" }),
      "destination",
    );

    expect(await change([], ["evil.example"])).toEqual([]);
    for (const link of links) expect((await visit(link.url)).status).toBe(302);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM installation_blocklist").first("n")).toBe(0);
  });

  it("[25.5] takes away a not_found_url that leads there", async () => {
    const site = await createSite();
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://lost.evil.example/" }));
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(302);
    await change(["evil.example"]);
    expect((await visit(`http://${site.host}/nothing`)).status).toBe(404);
    await change([], ["evil.example"]);
  });

  it("keeps each hostname once, and has a limit that the database holds", async () => {
    expect(await change(["b.example", "a.example"])).toEqual(["a.example", "b.example"]);
    expect(await change(["a.example"])).toEqual(["a.example", "b.example"]);
    const many = Array.from({ length: MAX_BLOCKED_HOSTS - 1 }, (_, index) => `h${index}.example`);
    await expect(change(many)).rejects.toThrow("assertion failed");
    expect(await change([], ["a.example"])).toEqual(["b.example"]);
  });

  it("notes each held hostname, in steps", async () => {
    const site = await createSite();
    await env.DB.prepare(
      `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 230)
       SELECT 'n' || i || '.example', ?1, 'x', 'example', 'api', 0, ?2, 0, 0 FROM n`,
    )
      .bind(site.id, site.userId)
      .run();
    await env.DB.prepare("DELETE FROM pending").run();
    const steps: number[] = [];
    await changeBlocklist(env.DB, { add: [hostname("z.example")], remove: [] }, Date.now(), (noted) =>
      steps.push(noted),
    );
    const held = await env.DB.prepare("SELECT count(*) AS n FROM hosts WHERE waiting_since IS NULL").first(
      "n",
    );
    expect(await env.DB.prepare("SELECT count(*) AS n FROM pending WHERE slot = 'h'").first("n")).toBe(held);
    expect(steps.length).toBeGreaterThan(2);
  });
});
