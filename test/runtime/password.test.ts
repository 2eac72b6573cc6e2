import { compare, hash as bcrypt } from "bcryptjs";
import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "../../src/runtime/password.ts";

const COST = 4;

describe("the hash of a password", () => {
  it("[5.14] is bcrypt of the SHA-256 digest in base64, at the given cost", async () => {
    // printf 'open sesame' | openssl dgst -sha256 -binary | base64
    const digest = "Qe9LsLI2YeZjAarDYGaRLawDeCe0rmOnsRZaWqk+1Os=";
    const hash = await hashPassword("open sesame", COST);
    expect(hash).toMatch(/^\$2[aby]\$04\$/);
    expect(await compare(digest, hash)).toBe(true);
  });

  it("[5.14] is of the composed form (NFC)", async () => {
    // printf 'caf\u00e9' | openssl dgst -sha256 -binary | base64
    const digest = "hQ99xDkQ/4kPiHnA7Sb+aXyToGetk6fVD0ZqcCipv04=";
    for (const password of ["caf\u00e9", "cafe\u0301"]) {
      expect(await compare(digest, await hashPassword(password, COST))).toBe(true);
    }
  });

  it("[5.14] made before passwords were composed is still that of the password as it was typed", async () => {
    // printf 'cafe\u0301' | openssl dgst -sha256 -binary | base64
    const digest = "ge8GC82YrceCTrXBrag8MkkbFgGOEeefAKudCeBLAVo=";
    const older = await bcrypt(digest, COST);
    expect(await isPassword("cafe\u0301", older)).toBe(true);
    expect(await isPassword("cafe", older)).toBe(false);
    expect(await isPassword("caf\u00e9", older)).toBe(false);
  });

  it("[28.18] of another service is bcrypt of the password itself, of which all characters count", async () => {
    const long = "é".repeat(36);
    const stored = `bcrypt:${await bcrypt(long, COST)}`;
    expect(await isPassword(long, stored)).toBe(true);
    expect(await isPassword(long.normalize("NFD"), stored)).toBe(true);
    expect(await isPassword(`${long}!`, stored)).toBe(false);
    expect(await isPassword(long, stored.replace("bcrypt:", ""))).toBe(false);
  });

  it("is another one each time", async () => {
    expect(await hashPassword("open sesame", COST)).not.toBe(await hashPassword("open sesame", COST));
  });
});
