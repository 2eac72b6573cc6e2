import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { readAssertion } from "../../../src/admin/access.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { toBase64Url } from "../../../src/runtime/base64.ts";

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

let pair: CryptoKeyPair;
let jwk: JsonWebKey;
let team: string;
let nowMs = Date.UTC(2026, 0, 5, 12);
let teams = 0;
let asked: number;
let answer: () => Response | Promise<Response>;
let warned: { mock: { calls: unknown[][] } };

const listed = (...kids: string[]) => Response.json({ keys: kids.map((kid) => ({ ...jwk, kid })) });

beforeAll(async () => {
  pair = (await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  jwk = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
});

beforeEach(() => {
  // Keys are kept by URL.
  team = `team-${++teams}`;
  asked = 0;
  answer = () => listed("one");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    asked++;
    return answer();
  });
  warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => vi.restoreAllMocks());

/** Returns whether an assertion of this moment, signed by a key of this name, is accepted. */
async function isAccepted(kid = "one"): Promise<boolean> {
  const encode = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const iat = nowMs / 1000;
  const claims = {
    aud: "tag",
    iss: `https://${team}.cloudflareaccess.com`,
    email: "a@b.example",
    iat,
    exp: iat + 60,
  };
  const signed = `${encode({ alg: "RS256", kid })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(
    ALGORITHM.name,
    pair.privateKey,
    new TextEncoder().encode(signed),
  );
  const request = new Request("https://admin.example/v1/links", {
    headers: { "Cf-Access-Jwt-Assertion": `${signed}.${toBase64Url(new Uint8Array(signature))}` },
  });
  return (
    (await readAssertion({ ...env, ACCESS_TEAM: team, ACCESS_AUDIENCE: "tag" }, request, nowMs)) !== null
  );
}

it.each([
  ["are refused", () => new Response(null, { status: 500 })],
  ["do not arrive", () => Promise.reject(new Error("no answer"))],
  ["are no JSON", () => new Response("<html>")],
])("[32.43] keys that %s are asked for once a minute, with one line in the log", async (_, failing) => {
  answer = failing;
  for (const kid of ["a", "b", "c", "one", "one"]) expect(await isAccepted(kid)).toBe(false);
  expect([asked, warned.mock.calls.length]).toEqual([1, 1]);
  expect(String(warned.mock.calls[0]?.[0])).toContain("access_not_verified");
  nowMs += MINUTE_MS - 1;
  expect(await isAccepted()).toBe(false);
  expect(asked).toBe(1);
  nowMs += 1;
  answer = () => listed("one");
  expect(await isAccepted()).toBe(true);
  expect(asked).toBe(2);
});

it("[32.43] calls at the same time ask for the keys once, and all wait for them", async () => {
  const accepted = await Promise.all(["one", "one", "one", "none", "none"].map((kid) => isAccepted(kid)));
  expect(accepted).toEqual([true, true, true, false, false]);
  expect(asked).toBe(1);
});

it("[32.43] known keys are valid for 24 hours after the last read", async () => {
  expect(await isAccepted()).toBe(true);
  answer = () => new Response(null, { status: 500 });
  nowMs += HOUR_MS + 1;
  expect(await isAccepted()).toBe(true);
  expect(asked).toBe(2);
  nowMs += DAY_MS - HOUR_MS - 1;
  expect(await isAccepted()).toBe(true);
  nowMs += 1;
  expect(await isAccepted()).toBe(false);
  answer = () => listed("one");
  nowMs += MINUTE_MS;
  expect(await isAccepted()).toBe(true);
});

it("[32.43] a key that the set no longer has is not valid once the set is read", async () => {
  expect(await isAccepted()).toBe(true);
  answer = () => listed("two");
  nowMs += HOUR_MS;
  expect(await isAccepted("one")).toBe(true);
  expect(await isAccepted("two")).toBe(true);
  expect(await isAccepted("one")).toBe(false);
});

it("[32.43] a key that cannot be used disables no other, and a set without any replaces none", async () => {
  const curve = { kty: "EC", crv: "P-256", x: "a", y: "b" };
  answer = () => Response.json({ keys: [null, { ...curve, kid: "two" }, { ...jwk, kid: "one" }] });
  expect(await isAccepted()).toBe(true);
  expect(await isAccepted("two")).toBe(false);
  expect(String(warned.mock.calls[1]?.[0])).toContain('"key":"two"');
  answer = () => Response.json({ keys: [{ ...curve, kid: "one" }] });
  nowMs += HOUR_MS + 1;
  expect(await isAccepted()).toBe(true);
});
