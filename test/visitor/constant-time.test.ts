import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findCaller } from "../../src/services/token/find-caller.ts";
import { generateToken, hashToken } from "../../src/services/token/token.ts";
import { sign, verify } from "../../src/runtime/signing.ts";

/**
 * How long a comparison takes must not tell how much of a guess is right. Whole signatures go to the
 * platform's `verify`, which compares in constant time; tokens are looked up by their digest, of which
 * a guess chooses no part; bcryptjs compares hashes to the end.
 */

afterEach(() => vi.restoreAllMocks());

const TEXT = "record 1 1767225600000";

describe("a signature", () => {
  const change = (text: string, index: number) => {
    const at = index < 0 ? text.length + index : index;
    return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  };

  it.each([
    ["wrong from the first character", 0],
    ["wrong in the middle", 20],
    ["wrong in the last but one", -2],
  ])("%s is compared by the platform, whole", async (_, index) => {
    const signature = change(await sign(env, "unlock", TEXT), index);
    const compare = vi.spyOn(crypto.subtle, "verify");
    expect(await verify(env, "unlock", TEXT, signature)).toBe(false);
    expect(compare).toHaveBeenCalledTimes(1);
    const [, , mac] = compare.mock.lastCall ?? [];
    expect(new Uint8Array(mac as ArrayBuffer)).toHaveLength(32);
  });

  it("that is right is compared the same way", async () => {
    const signature = await sign(env, "unlock", TEXT);
    const compare = vi.spyOn(crypto.subtle, "verify");
    expect(await verify(env, "unlock", TEXT, signature)).toBe(true);
    expect(compare).toHaveBeenCalledTimes(1);
  });
});

describe("a token", () => {
  it("reaches the database as its SHA-256 alone", async () => {
    const token = generateToken();
    const bound: unknown[] = [];
    const prepare = (sql: string) => {
      const statement = env.DB.prepare(sql);
      const bind = (...values: unknown[]) => {
        bound.push(...values);
        return statement.bind(...values);
      };
      return { bind };
    };
    expect(
      await findCaller({ prepare } as unknown as D1Database, await hashToken(token), Date.now()),
    ).toBeNull();
    expect(bound).toEqual([await hashToken(token)]);
  });
});
