import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writePrivateFile } from "../../scripts/support/private-file.ts";

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "private-file-"));
});

afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (name: string) => (await stat(at(name))).mode & 0o777;

test("[26.4, 29.2, 29.6] a private file is its owner's from the first byte, whatever had its names before", async () => {
  const draft = `out.${process.pid}.part`;
  for (const name of ["out", draft]) {
    await writeFile(at(name), "old");
    await chmod(at(name), 0o644);
  }
  await writePrivateFile(at("out"), async (file) => {
    await file.writeFile("new");
    expect(await modeOf(draft)).toBe(0o600);
    expect(await readFile(at("out"), "utf8")).toBe("old");
  });
  expect([await modeOf("out"), await readFile(at("out"), "utf8")]).toEqual([0o600, "new"]);
  expect(await readdir(folder)).toEqual(["out"]);
});

test("[26.4, 29.2, 29.6] a private file is written through no link", async () => {
  await writeFile(at("victim"), "victim");
  for (const name of ["out", `out.${process.pid}.part`]) await symlink(at("victim"), at(name));
  await writePrivateFile(at("out"), (file) => file.writeFile("new"));
  expect(await readFile(at("victim"), "utf8")).toBe("victim");
  expect((await lstat(at("out"))).isFile()).toBe(true);
  expect(await readFile(at("out"), "utf8")).toBe("new");
});

test("[26.4, 29.2, 29.6] a private file that cannot be completed leaves the old one, and no other", async () => {
  await writeFile(at("out"), "old");
  const writing = writePrivateFile(at("out"), async (file) => {
    await file.writeFile("half");
    throw new Error("broke off");
  });
  await expect(writing).rejects.toThrow("broke off");
  expect([await readdir(folder), await readFile(at("out"), "utf8")]).toEqual([["out"], "old"]);
});
