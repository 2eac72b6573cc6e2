import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { addToken, createSite, expectRefused, requireOk, send, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://example.com/a";
const HSTS = { max_age: 300, include_subdomains: true };

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

const put = (hsts: unknown) => site.call("PUT", `/host/${site.host}`, { hsts });
const headerOf = async (url: string, init?: RequestInit) =>
  (await visit(url, init)).headers.get("Strict-Transport-Security");

async function issueCertificate(): Promise<void> {
  await env.DB.prepare("UPDATE hosts SET ssl_issued_at = 1 WHERE host = ?1").bind(site.host).run();
}

describe("[10.23] hsts of a hostname", () => {
  it("is sent on every answer by https, from memory as well, and on none by http", async () => {
    await issueCertificate();
    expect(requireOk(await put(HSTS)).body.hsts).toEqual(HSTS);
    await site.createLink({ alias: "a", destination: DESTINATION });
    await site.createLink({ alias: "locked", destination: DESTINATION, password: "open sesame" });
    await site.createLink({ alias: "ruled", rules: [{ if: { country: ["DE"] }, destination: DESTINATION }] });
    for (const path of ["/a", "/a", "/nowhere", "/nowhere", "/locked", "/ruled", "/a+", "/robots.txt"]) {
      expect(await headerOf(`https://${site.host}${path}`), path).toBe("max-age=300; includeSubDomains");
      expect(await headerOf(`http://${site.host}${path}`), path).toBeNull();
    }
    expect(await headerOf(`https://${site.host}/a`, { method: "OPTIONS" })).toBe(
      "max-age=300; includeSubDomains",
    );
  });

  it("waits for the certificate", async () => {
    requireOk(await put(HSTS));
    expect(await headerOf(`https://${site.host}/a`)).toBeNull();
  });

  it("is taken back with max-age=0, and only where it was set", async () => {
    await issueCertificate();
    expect(requireOk(await put(null)).body.hsts).toBeNull();
    expect(await headerOf(`https://${site.host}/a`)).toBeNull();
    requireOk(await put(HSTS));
    expect(requireOk(await put(null)).body.hsts).toBeNull();
    expect(await headerOf(`https://${site.host}/a`)).toBe("max-age=0");
  });

  it("is for managers, who may be told of it and send it back", async () => {
    const editor = await addToken(site.id, { role: "editor" });
    const asEditor = (hsts: unknown) =>
      send(`/host/${site.host}`, {
        method: "PUT",
        headers: { Authorization: `Bearer ${editor}`, "Content-Type": "application/json" },
        body: JSON.stringify({ hsts }),
      });
    expect((await asEditor(HSTS)).status).toBe(484);
    requireOk(await put(HSTS));
    expect((await asEditor(HSTS)).status).toBe(200);
    expect((await asEditor(null)).status).toBe(484);
  });

  it("takes seconds up to two years", async () => {
    for (const max_age of [-1, 1.5, 63_072_001, "300"]) expectRefused(await put({ max_age }), "hsts.max_age");
    expectRefused(await put([]), "hsts");
    expect(requireOk(await put({ max_age: 300 })).body.hsts).toEqual({
      max_age: 300,
      include_subdomains: false,
    });
  });
});
