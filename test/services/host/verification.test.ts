import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { checkEnv } from "../../../src/check-env.ts";
import type { Env } from "../../../src/env.ts";
import { acceptedValues, verificationToken } from "../../../src/services/host/verification.ts";
import { openResolver } from "../../../src/services/host/ask-dns.ts";
import { findProofEvidence, judgeProof } from "../../../src/services/host/internal/find-proof.ts";
import { sign, verify } from "../../../src/runtime/signing.ts";
import { selectClaims } from "../../../src/storage/claim/read.ts";
import { serveZone, type FakeDns } from "../../support/dns.ts";
import { createSite } from "../../support/site.ts";
import { visitOn } from "../../support/watched-env.ts";

const OLD = env.SIGNING_KEY;
const NEW = "another signing key, as long as it has to be";
const OTHER = "a signing key that signed nothing in here";

/** The bindings at each step of a rotation. */
const before: Env = env;
const during: Env = { ...env, SIGNING_KEY: NEW, SIGNING_KEY_PREVIOUS: OLD };
const after: Env = { ...env, SIGNING_KEY: NEW };

let dns: FakeDns | undefined;

afterEach(() => dns?.restore());

describe("a signature", () => {
  it("[21.1] is made with the current key, whatever the previous one is", async () => {
    const signed = await sign(during, "unlock", "x");
    expect(signed).toBe(await sign(after, "unlock", "x"));
    expect(signed).not.toBe(await sign(before, "unlock", "x"));
  });

  it.each([
    ["the current key", true, {}],
    ["the previous key", true, { SIGNING_KEY: NEW, SIGNING_KEY_PREVIOUS: OLD }],
    ["a key that is neither", false, { SIGNING_KEY: NEW }],
    ["a key before the previous one", false, { SIGNING_KEY: NEW, SIGNING_KEY_PREVIOUS: OTHER }],
    ["the current key beside an empty previous one", true, { SIGNING_KEY_PREVIOUS: "" }],
  ])("[21.1] of %s is taken: %s", async (_, isTaken, keys) => {
    const bindings = { SIGNING_KEY: OLD, ...keys };
    const signed = await sign(before, "unlock", "x");
    expect(await verify(bindings, "unlock", "x", signed)).toBe(isTaken);
    expect(await verify(bindings, "address", "x", signed)).toBe(false);
    expect(await verify(bindings, "unlock", "y", signed)).toBe(false);
  });
});

describe("while the key is rotated", () => {
  const unlock = async (bindings: Env, url: string): Promise<string> => {
    const body = new URLSearchParams({ password: "open sesame" });
    const response = await visitOn(bindings, url, { method: "POST", body });
    expect(response.status).toBe(303);
    return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  };
  const statusOf = async (bindings: Env, url: string, cookie: string) =>
    (await visitOn(bindings, url, { headers: { Cookie: cookie } })).status;

  it("[21.1] an unlocked record stays unlocked, until the previous key is taken away", async () => {
    const site = await createSite();
    const { url } = await site.createLink({ destination: "https://example.com", password: "open sesame" });
    const cookie = await unlock(before, url);
    expect(await statusOf(before, url, cookie)).toBe(302);
    expect(await statusOf(during, url, cookie)).toBe(302);
    expect(await statusOf(after, url, cookie)).toBe(200);
    const renewed = await unlock(during, url);
    expect(await statusOf(after, url, renewed)).toBe(302);
  });

  it("[21.1] an older TXT record still proves a hostname, and owners are shown the new one", async () => {
    const site = await createSite();
    const [written] = await acceptedValues(before, site.id);
    expect(written).toBe(`signpost-verification=${await verificationToken(before, site.id)}`);
    dns = serveZone({ [`_signpost.${site.host}`]: { TXT: [written] } });
    const proves = async (bindings: Env) => {
      const [claim] = await selectClaims(env.DB, site.host);
      const ask = openResolver(bindings.DOH_URL);
      const evidence = await findProofEvidence(bindings, ask, { host: site.host, domain: "acme.example" }, 0);
      return (await judgeProof(bindings, claim!, evidence)).state;
    };
    expect(await proves(before)).toBe("found");
    expect(await proves(during)).toBe("found");
    expect(await proves(after)).toBe("absent");
    const [told] = await acceptedValues(during, site.id);
    expect(told).toBe((await acceptedValues(after, site.id))[0]);
    expect(told).not.toBe(written);
  });

  it("[21.1] API tokens, cursors and passwords do not depend on it", async () => {
    const site = await createSite();
    for (const alias of ["a", "b"]) await site.createLink({ alias, password: "open sesame" });
    const list = async (bindings: Env, query: string) => {
      const headers = { Authorization: `Bearer ${site.token}` };
      const request = new Request(`http://localhost:8787/v1/link?per_page=1${query}`, { headers });
      const response = await answerAdmin(request, bindings, createExecutionContext());
      return { status: response.status, body: await response.json<{ meta: { cursor: { next: string } } }>() };
    };
    const { next } = (await list(before, "")).body.meta.cursor;
    expect((await list(after, `&cursor=${next}`)).status).toBe(200);
    await unlock(after, `http://${site.host}/a`);
  });
});

describe("the Worker starts", () => {
  it.each([undefined, "", NEW])("with the previous key %j", (SIGNING_KEY_PREVIOUS) => {
    const key = SIGNING_KEY_PREVIOUS === undefined ? {} : { SIGNING_KEY_PREVIOUS };
    expect(() => checkEnv({ ...env, ...key })).not.toThrow();
  });

  it.each([
    ["SIGNING_KEY", { SIGNING_KEY: "short" }],
    ["SIGNING_KEY", { SIGNING_KEY: "" }],
    ["SIGNING_KEY_PREVIOUS", { SIGNING_KEY_PREVIOUS: "short" }],
  ])("[21.1] not with a weak %s, and says so without showing it", (name, keys) => {
    const start = () => checkEnv({ ...env, ...keys });
    expect(start).toThrow(new RegExp(`secret ${name} needs 32 characters`));
    expect(start).not.toThrow(/short/);
  });
});
