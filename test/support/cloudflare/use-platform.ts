import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { startPlatform, type Platform, type Run } from "./platform.ts";

/** A fake platform for the tests of a group, and what they ask of it. */

/** Options for a deployment to the zone of the account. */
export const OWN = ["--plan", "paid", "--admin-host", "admin.acme.example", "--link-host", "go.acme.example"];

const CREATES = /^POST .*\/(?:database|namespaces|queues|buckets)$|^PUT .*\/secrets$/;

/** Returns a platform whose account has the zone acme.example, for the tests of a group. */
export function usePlatform() {
  const used = {} as Platform & {
    settingsFile(name?: string): string;
    /** What the calls so far have created. */
    made(): string[];
    bindings(worker?: string): { name: string; text?: string; bucket_name?: string }[];
  };
  beforeAll(async () => {
    const platform = await startPlatform();
    platform.account.addZone("acme.example");
    Object.assign(used, platform, {
      settingsFile: (name = "signpost.jsonc") => join(platform.folder, name),
      made: () => platform.account.calls.filter((call) => CREATES.test(call)),
      bindings: (worker = "signpost") => platform.account.scripts.get(worker)?.upload?.bindings ?? [],
    });
  });
  afterAll(() => used.close());
  return used;
}

/** Every call of a deployment has to be one that the fake knows. */
export function expectDone(run: Run, platform: Platform): void {
  expect(platform.api.unknown).toEqual([]);
  expect(run.exitCode, run.stdout + run.stderr).toBe(0);
}

/** The upload of a Worker that is not Signpost. */
export const ANOTHER_PROGRAM = {
  mainModule: "index.js",
  modules: [{ path: "index.js", type: "ESModule" as const, contents: "export default {}" }],
  compatibilityDate: "2026-01-01",
  compatibilityFlags: [],
  bindings: [{ type: "plain_text", name: "SHOP", text: "1" }],
  secrets: new Map<string, string>(),
  assets: null,
};
