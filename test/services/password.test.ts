import { compare } from "bcryptjs";
import { describe, expect, it } from "vitest";
import { hashPassword } from "../../src/password.ts";

const COST = 4;

describe("the hash of a password", () => {
  it("is bcrypt of the SHA-256 digest in base64, at the given cost", async () => {
    // printf 'open sesame' | openssl dgst -sha256 -binary | base64
    const digest = "Qe9LsLI2YeZjAarDYGaRLawDeCe0rmOnsRZaWqk+1Os=";
    const hash = await hashPassword("open sesame", COST);
    expect(hash).toMatch(/^\$2[aby]\$04\$/);
    expect(await compare(digest, hash)).toBe(true);
  });

  it("is another one each time", async () => {
    expect(await hashPassword("open sesame", COST)).not.toBe(await hashPassword("open sesame", COST));
  });
});
