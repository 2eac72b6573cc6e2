import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { drainAll } from "../support/complete-hosts.ts";
import { memory } from "../../src/storage/snapshots/memory.ts";
import { answerDns, dnsJson, serveZone, type FakeDns } from "../support/dns.ts";
import type { DnsZone } from "../support/dns-zone.ts";
import { seedRecords } from "../support/seed-records.ts";
import { createSite, expectRefused, recordCounts, requireOk } from "../support/site.ts";
import { createWorkspace, visit, type Answer, type TestWorkspace } from "../support/workspace.ts";

let dns: FakeDns | undefined;

afterEach(() => dns?.restore());

function serve(zone: DnsZone): void {
  dns?.restore();
  dns = serveZone(zone);
}

/** `verification_token=…` in the workspace's meta, as the TXT record has it. */
async function proofOf({ call }: TestWorkspace): Promise<string> {
  const { meta } = requireOk(await call("GET", "/workspace/current")).body as { meta: string[] };
  const entry = meta.find((item) => item.startsWith("verification_token="));
  return `signpost-verification=${entry?.slice("verification_token=".length)}`;
}

const connect = ({ call }: TestWorkspace, host: string) => call("POST", "/host", { host });

async function hostCount(workspaceId: string): Promise<unknown> {
  const row = await env.DB.prepare("SELECT host_count FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first();
  return row?.["host_count"];
}

async function holderOf(host: string): Promise<unknown> {
  const row = await env.DB.prepare("SELECT workspace_id FROM hosts WHERE host = ?1").bind(host).first();
  return row?.["workspace_id"];
}

const verify = (host: string) =>
  env.DB.prepare("UPDATE hosts SET dns_verified_at = 1 WHERE host = ?1").bind(host).run();

const reasonOf = ({ body }: Answer): string => (body.errors.host as string[]).join(" ");

describe("the verification token", () => {
  it("stays the same, and is another for each workspace", async () => {
    const [one, other] = [await createWorkspace(), await createWorkspace()];
    const proof = await proofOf(one);
    expect(proof).toMatch(/^signpost-verification=[0-9a-f]{40}$/);
    expect(await proofOf(one)).toBe(proof);
    expect(await proofOf(other)).not.toBe(proof);
  });
});

describe("a hostname whose DNS was never seen correct", () => {
  it("passes to a workspace that proves itself by DNS, without the records on it", async () => {
    const [holder, taker] = [await createSite(), await createSite()];
    const { host } = holder;
    const destination = "https://example.com/stranger";
    await holder.createLink({ alias: "a", destination, tags: ["x"] });
    await holder.createLink({ alias: "deep", destination, forward_path: true });
    for (const suffix of ["/exact", "/find?x=1", "/blog/*", "/*"])
      await holder.createRedirect(suffix, { destination });
    const elsewhere = await taker.createLink({ destination });
    const visits = ["/a", "/deep/er", "/exact", "/find?x=1", "/blog/post", "/anything"].map(
      (path) => `http://${host}${path}`,
    );
    for (const url of visits) expect((await visit(url)).headers.get("Location"), url).toContain(destination);

    serve({ [`_signpost.${host}`]: { TXT: [await proofOf(taker)] } });
    const { body } = requireOk(await connect(taker, host));
    expect(body).toMatchObject({ host, counts: [], correct: false, https_requested: true });

    expect(await holderOf(host)).toBe(taker.id);
    for (const url of visits) expect((await visit(url)).status, url).toBe(404);
    memory.clear();
    for (const url of visits) expect((await visit(url)).status, url).toBe(404);
    expect([await hostCount(holder.id), await hostCount(taker.id)]).toEqual([0, 2]);
    expect(await recordCounts(holder.id)).toEqual({ kept: 0, counted: 0 });
    expect(await recordCounts(taker.id)).toEqual({ kept: 1, counted: 1 });
    expect((await visit(elsewhere.url)).status).toBe(302);
    expect((await holder.call("GET", `/host/${host}`)).status).toBe(404);
    requireOk(
      await taker.call("POST", "/link", { host, alias: "a", destination: "https://example.com/own" }),
    );
    expect((await visit(visits[0] ?? "")).headers.get("Location")).toBe("https://example.com/own");
    const { results } = await env.DB.prepare("SELECT * FROM pending WHERE host = ?1").bind(host).all();
    expect(results).toEqual([]);
  });

  it("passes with more records than are projected at once: the consumer writes the rest", async () => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    const { host } = holder;
    await seedRecords(holder.id, { host, count: 150 });
    serve({ [`_signpost.${host}`]: { TXT: [await proofOf(taker)] } });
    requireOk(await connect(taker, host));
    await drainAll();
    memory.clear();
    for (const path of ["s0", "s149"]) {
      expect((await visit(`http://${host}/${path}`)).status).toBe(404);
      expect(await env.SNAPSHOTS.get(`p:${host}/${path}`, "json")).toMatchObject({ records: [] });
    }
    expect(await recordCounts(holder.id)).toEqual({ kept: 0, counted: 0 });
  });

  it.each<[string, (host: string, proof: string) => DnsZone]>([
    ["among other text", (host, proof) => ({ [`_signpost.${host}`]: { TXT: ["v=spf1 -all", proof] } })],
    [
      "behind an alias",
      (host, proof) => ({
        [`_signpost.${host}`]: { CNAME: "proofs.example" },
        "proofs.example": { TXT: [proof] },
      }),
    ],
  ])("passes with the proof %s", async (_, toZone) => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    serve(toZone(holder.host, await proofOf(taker)));
    requireOk(await connect(taker, holder.host));
  });

  it("passes with a proof in several chunks", async () => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    const proof = await proofOf(taker);
    dns = answerDns((question) =>
      dnsJson(question, { records: [["TXT", `"${proof.slice(0, 9)}" "${proof.slice(9)}"`]] }),
    );
    requireOk(await connect(taker, holder.host));
    expect(dns.questions).toEqual([{ name: `_signpost.${holder.host}`, type: "TXT" }]);
  });

  it("that is a wildcard is proven by the name below which it stands", async () => {
    const [holder, taker] = [await createWorkspace(), await createWorkspace()];
    requireOk(await connect(holder, "*.proof.example"));
    serve({ "_signpost.proof.example": { TXT: [await proofOf(taker)] } });
    requireOk(await connect(taker, "*.proof.example"));
    expect(await holderOf("*.proof.example")).toBe(taker.id);
  });

  it.each<[string, (host: string, proofs: { own: string; holder: string }) => DnsZone]>([
    ["there is no such record", () => ({})],
    ["the record is empty", (host) => ({ [`_signpost.${host}`]: { TXT: [""] } })],
    ["it is the holder's", (host, { holder }) => ({ [`_signpost.${host}`]: { TXT: [holder] } })],
    ["it holds more than the proof", (host, { own }) => ({ [`_signpost.${host}`]: { TXT: [`${own}0`] } })],
    ["it stands at the hostname itself", (host, { own }) => ({ [host]: { TXT: [own] } })],
    [
      "its letters are of another case",
      (host, { own }) => ({ [`_signpost.${host}`]: { TXT: [own.toUpperCase()] } }),
    ],
  ])("stays where %s, and the answer tells the record that is wanted", async (_, toZone) => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    const [own, other] = [await proofOf(taker), await proofOf(holder)];
    const link = await holder.createLink({ destination: "https://example.com" });
    serve(toZone(holder.host, { own, holder: other }));
    const answer = await connect(taker, holder.host);
    expectRefused(answer, "host");
    expect(reasonOf(answer)).toContain("is connected already");
    expect(reasonOf(answer)).toContain(`_signpost.${holder.host}`);
    expect(reasonOf(answer)).toContain(own);
    expect(await holderOf(holder.host)).toBe(holder.id);
    expect((await visit(link.url)).status).toBe(302);
    expect([await hostCount(holder.id), await hostCount(taker.id)]).toEqual([1, 0]);
  });

  it.each(["unavailable", "garbage", "servfail"] as const)(
    "stays where the resolver is %s",
    async (fault) => {
      const [holder, taker] = [await createSite(), await createWorkspace()];
      serve({ [`_signpost.${holder.host}`]: fault });
      const answer = await connect(taker, holder.host);
      expectRefused(answer, "host");
      expect(reasonOf(answer)).toContain(await proofOf(taker));
      if (fault !== "servfail") expect(reasonOf(answer)).toContain("could not be asked");
      expect(await holderOf(holder.host)).toBe(holder.id);
    },
  );

  it("stays where the taker's plan has no room for it", async () => {
    const [holder, taker] = [await createSite(), await createSite("free")];
    serve({ [`_signpost.${holder.host}`]: { TXT: [await proofOf(taker)] } });
    expect((await connect(taker, holder.host)).status).toBe(482);
    expect(await holderOf(holder.host)).toBe(holder.id);
    expect([await hostCount(holder.id), await hostCount(taker.id)]).toEqual([1, 1]);
  });

  it("takes along a record that was made while the proof was looked up", async () => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    const proof = await proofOf(taker);
    let late: { url: string } | undefined;
    dns = answerDns(async (question) => {
      late = await holder.createLink({ alias: "late", destination: "https://example.com" });
      return dnsJson(question, { records: [["TXT", `"${proof}"`]] });
    });
    requireOk(await connect(taker, holder.host));
    memory.clear();
    expect((await visit(late?.url ?? "")).status).toBe(404);
    expect(await recordCounts(holder.id)).toEqual({ kept: 0, counted: 0 });
  });
});

describe("a hostname whose DNS was seen correct", () => {
  it("never passes, and nobody is told how", async () => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    await verify(holder.host);
    serve({ [`_signpost.${holder.host}`]: { TXT: [await proofOf(taker)] } });
    const answer = await connect(taker, holder.host);
    expectRefused(answer, "host");
    expect(reasonOf(answer)).toBe("is connected already");
    expect(dns?.questions).toEqual([]);
    expect(await holderOf(holder.host)).toBe(holder.id);
  });

  it("does not pass where that was seen only while the proof was looked up", async () => {
    const [holder, taker] = [await createSite(), await createWorkspace()];
    const proof = await proofOf(taker);
    dns = answerDns(async (question) => {
      await verify(holder.host);
      return dnsJson(question, { records: [["TXT", `"${proof}"`]] });
    });
    expectRefused(await connect(taker, holder.host), "host");
    expect(await holderOf(holder.host)).toBe(holder.id);
    expect(await hostCount(holder.id)).toBe(1);
  });
});

it("a hostname of one's own is refused without asking DNS", async () => {
  const site = await createSite();
  serve({});
  const answer = await connect(site, site.host);
  expectRefused(answer, "host");
  expect(reasonOf(answer)).toBe("is connected to this workspace already");
  expect(dns?.questions).toEqual([]);
});
