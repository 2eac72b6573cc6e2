import { describe, expect, it } from "vitest";
import { generateToken, hashToken, isTokenShaped } from "../../../src/services/token/token.ts";

describe("a token", () => {
  it("[14.4] is sp_ and 40 characters of base62, never twice the same", () => {
    const tokens = Array.from({ length: 200 }, generateToken);
    for (const token of tokens) expect(token).toMatch(/^sp_[0-9A-Za-z]{40}$/);
    expect(new Set(tokens).size).toBe(200);
  });

  it("draws on the whole alphabet", () => {
    const characters = Array.from({ length: 200 }, () => generateToken().slice(3)).join("");
    expect(new Set(characters).size).toBe(62);
  });

  it.each([
    "",
    "sp_",
    `sp_${"a".repeat(39)}`,
    `sp_${"a".repeat(41)}`,
    `SP_${"a".repeat(40)}`,
    `sp_${"ä".repeat(40)}`,
  ])("%j is none", (text) => {
    expect(isTokenShaped(text)).toBe(false);
  });

  it("is kept as SHA-256 in hexadecimal", async () => {
    // The digest of the empty text, by FIPS 180-2.
    expect(await hashToken("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});
