import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listFiles } from "../../scripts/static/folder.ts";
import { PROJECT_FOLDER } from "../../scripts/support/project.ts";
import { CALLS_LEFT_OUT } from "../../scripts/worker/left-out.ts";

it.each(["src/admin", "src/door"])(
  "no code in %s calls what the build leaves out of Hono",
  async (folder) => {
    const files = await listFiles(join(PROJECT_FOLDER, folder));
    expect(files.length).toBeGreaterThan(0);
    for (const { path, file } of files)
      expect(await readFile(file, "utf8"), path).not.toMatch(CALLS_LEFT_OUT);
  },
);
