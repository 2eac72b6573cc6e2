import { describe, expect, it } from "vitest";
import { sign } from "../../../src/runtime/signing.ts";
import { isDoorSigned } from "../../../src/services/token/door-signature.ts";

const KEY = { SIGNING_KEY: "a signing key that is long enough now" };
const OLDER = { SIGNING_KEY: "another signing key, which was earlier" };
const ID = "0198c0e0-0000-7000-8000-000000000001";
const NOW_MS = Date.UTC(2026, 10, 27, 12);
const NOW = NOW_MS / 1000;
const HALF_A_DAY = 12 * 60 * 60;

const NAMES = { md5: "MD5", sha1: "SHA-1", sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" };

async function hashOf(name: keyof typeof NAMES, text: string): Promise<string> {
  const bytes = await crypto.subtle.digest(NAMES[name], new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const accepts = (parameters: Record<string, string>, env: Parameters<typeof isDoorSigned>[0] = KEY) =>
  isDoorSigned(env, ID, new Map(Object.entries(parameters)), NOW_MS);

describe("the signature of a key", () => {
  it("[35.5] is accepted as it is", async () => {
    expect(await accepts({ signature: await sign(KEY, "yourls", ID) })).toBe(true);
  });

  it.each(["yourls", "unlock"] as const)(
    "[35.5] of another key, or for another purpose than the door's, is refused: %s",
    async (purpose) => {
      const id = purpose === "yourls" ? ID.replace(/1$/, "2") : ID;
      expect(await accepts({ signature: await sign(KEY, purpose, id) })).toBe(false);
    },
  );

  it("[35.5] is refused if it is missing, empty, shortened or in another case", async () => {
    const signature = await sign(KEY, "yourls", ID);
    const swapped = signature.replace(/[a-z]/i, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    expect(await accepts({})).toBe(false);
    for (const wrong of ["", signature.slice(0, -1), `${signature}=`, swapped]) {
      expect(await accepts({ signature: wrong }), wrong).toBe(false);
    }
  });

  it.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
    "[35.5] is accepted hashed with the time by %s, in both orders",
    async (hash) => {
      const signature = await sign(KEY, "yourls", ID);
      const timestamp = String(NOW);
      for (const text of [timestamp + signature, signature + timestamp]) {
        expect(await accepts({ timestamp, hash, signature: await hashOf(hash, text) })).toBe(true);
        expect(await accepts({ timestamp, hash, signature: (await hashOf(hash, text)).toUpperCase() })).toBe(
          false,
        );
      }
    },
  );

  it.each([
    ["md5", true],
    ["sha256", true],
    ["sha1", false],
    ["sha512", false],
  ] as const)("[35.5] without a named hash, %s is accepted: %s", async (hash, isAccepted) => {
    const text = NOW + (await sign(KEY, "yourls", ID));
    expect(await accepts({ timestamp: String(NOW), signature: await hashOf(hash, text) })).toBe(isAccepted);
  });

  it.each(["crc32", "SHA256", "MD5", "toString", ""])("[35.5] a hash called %j is refused", async (hash) => {
    const text = NOW + (await sign(KEY, "yourls", ID));
    for (const name of ["md5", "sha256"] as const) {
      expect(await accepts({ timestamp: String(NOW), hash, signature: await hashOf(name, text) })).toBe(
        false,
      );
    }
  });

  it.each([
    [0, true],
    [HALF_A_DAY - 1, true],
    [1 - HALF_A_DAY, true],
    [HALF_A_DAY, false],
    [-HALF_A_DAY, false],
  ])("[35.5] is accepted with a time %i seconds from now: %s", async (seconds, isAccepted) => {
    const timestamp = String(NOW + seconds);
    const signature = await hashOf("md5", timestamp + (await sign(KEY, "yourls", ID)));
    expect(await accepts({ timestamp, signature })).toBe(isAccepted);
  });

  it.each(["", "soon", "1e9", "-1", "Infinity"])("[35.5] a time of %j is refused", async (timestamp) => {
    const plain = await sign(KEY, "yourls", ID);
    expect(await accepts({ timestamp, signature: await hashOf("md5", timestamp + plain) })).toBe(false);
    // As in YOURLS, a call with a time has no plain signature.
    expect(await accepts({ timestamp, signature: plain })).toBe(false);
  });

  it("[35.5] of the earlier signing key is accepted while that is set, also hashed", async () => {
    const both = { ...KEY, SIGNING_KEY_PREVIOUS: OLDER.SIGNING_KEY };
    const signature = await sign(OLDER, "yourls", ID);
    const timestamp = String(NOW);
    const hashed = await hashOf("sha512", signature + timestamp);
    expect(await accepts({ signature }, both)).toBe(true);
    expect(await accepts({ timestamp, hash: "sha512", signature: hashed }, both)).toBe(true);
    expect(await accepts({ signature })).toBe(false);
    expect(await accepts({ timestamp, hash: "sha512", signature: hashed })).toBe(false);
  });
});
