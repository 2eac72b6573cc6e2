import { expect, it } from "vitest";
import type { Cli } from "../../../scripts/cli/cli.ts";
import { hashPasswords } from "../../../scripts/cli/hash-passwords.ts";
import { parsePasswordHash } from "../../../src/domain/password-hash.ts";
import { isPassword } from "../../../src/runtime/password.ts";

it("[28.18] hashes the passwords of rows as the API takes them, and sends none", async () => {
  const cli = { terminal: { progress: () => () => {} } } as unknown as Cli;
  const rows = [
    { line: 1, url: "a.example/a", password: "open sesame" },
    { line: 2, url: "a.example/b", password_hash: "$2b$10$other" },
  ];
  const [first, second] = await hashPasswords(cli, rows);
  expect(second).toEqual(rows[1]);
  expect(Object.keys(first ?? {}).toSorted()).toEqual(["line", "password_hash", "url"]);
  const parsed = parsePasswordHash(first?.password_hash ?? "");
  expect(parsed.ok && (await isPassword("open sesame", parsed.value))).toBe(true);
});
