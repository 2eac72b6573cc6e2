import { describe, expect, it } from "vitest";
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from "../../src/runtime/base64.ts";
import { sha256, sha256Hex, toHex } from "../../src/runtime/digest.ts";

const BYTES = Uint8Array.from([0, 1, 15, 16, 250, 251, 252, 253, 254, 255]);

describe("encoding", () => {
  it("writes bytes in hexadecimal, two digits each", () => {
    expect(toHex(BYTES)).toBe("00010f10fafbfcfdfeff");
  });

  it("writes and reads base64", () => {
    expect(toBase64(BYTES)).toBe("AAEPEPr7/P3+/w==");
    expect(fromBase64("AAEPEPr7/P3+/w==")).toEqual(BYTES);
    expect(() => fromBase64("not base64!")).toThrow();
  });

  it("writes base64url without padding, and reads it with and without", () => {
    expect(toBase64Url(BYTES)).toBe("AAEPEPr7_P3-_w");
    expect(fromBase64Url("AAEPEPr7_P3-_w")).toEqual(BYTES);
    expect(fromBase64Url("AAEPEPr7_P3-_w==")).toEqual(BYTES);
  });

  it("hashes text as UTF-8, and bytes as they are", async () => {
    // printf 'ü' | sha256sum
    const digest = "607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f";
    expect(await sha256Hex("ü")).toBe(digest);
    expect(await sha256Hex(new TextEncoder().encode("ü"))).toBe(digest);
    expect(toHex(await sha256("ü"))).toBe(digest);
  });
});
