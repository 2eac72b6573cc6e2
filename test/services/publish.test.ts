import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HostSnapshot } from "../../src/domain/snapshot.ts";
import { putPace } from "../../src/storage/projection/projector.ts";
import { hostKey } from "../../src/storage/snapshot/key.ts";
import { completeHosts } from "../support/complete-hosts.ts";
import { KV_FAILURES } from "../../scripts/lab/testbed/fault.ts";
import { importInto } from "../support/import.ts";
import { createSite } from "../support/site.ts";
import type { Hostname } from "../../src/domain/hostname.ts";

/** The hostname's own snapshot goes before those that an import leaves to the consumer. */

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

async function isComplete(host: Hostname): Promise<boolean | undefined> {
  return (await env.SNAPSHOTS.get<HostSnapshot>(hostKey(host), "json"))?.complete;
}

it.each([
  ["was put within the last second", () => vi.spyOn(putPace, "admits").mockReturnValueOnce(false)],
  [
    "is refused by KV",
    () => vi.spyOn(env.SNAPSHOTS, "put").mockRejectedValueOnce(new Error(KV_FAILURES.putThrottled)),
  ],
])("is put as behind before an import is answered, though its key %s", async (_, refuse) => {
  const site = await createSite();
  await completeHosts();
  expect(await isComplete(site.host)).toBe(true);
  const refused = refuse();
  await importInto(site, [{ url: `${site.host}/a`, destination: "https://new.example/a" }]);
  expect(refused.mock.calls[0]?.[0]).toBe(hostKey(site.host));
  expect(await isComplete(site.host)).toBe(false);
});
