import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { exactSlot } from "../../src/domain/slot.ts";
import { foldPath, type CanonicalPath } from "../../src/domain/path.ts";
import type { ProjectionMessage } from "../../src/queue-messages.ts";
import { refill } from "../../src/jobs/projection/refill.ts";
import { hostKey, snapshotKey } from "../../src/storage/snapshot/key.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { createSite, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn } from "../support/watched-env.ts";

/** Values of KV that a later release has written, which runs beside this one (docs/upgrading.md). */

const DESTINATION = "https://example.com/by-the-database";

let site: Site;
let url: string;
let keys: { host: string; alias: string };
let sent: ProjectionMessage[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  ({ url } = await site.createLink({ destination: DESTINATION }));
  keys = {
    host: hostKey(site.host),
    alias: snapshotKey(site.host, exactSlot(foldPath(new URL(url).pathname as CanonicalPath))),
  };
  memory.clear();
  sent = [];
});

const bindings = {
  ...env,
  PROJECTION: proxyOf(env.PROJECTION, {
    send: async (message: ProjectionMessage) => void sent.push(message),
  }),
};

type Value = Record<string, unknown>;

/** Changes a value as it stands in the store, and returns its new text. */
async function plant(key: string, change: (value: Value) => Value): Promise<string> {
  const value = JSON.parse((await env.SNAPSHOTS.get(key)) ?? "null") as Value;
  const text = JSON.stringify(change(value));
  await env.SNAPSHOTS.put(key, text);
  return text;
}

async function locationOf(visited: string): Promise<string | null> {
  return (await visitOn(bindings, visited, { redirect: "manual" })).headers.get("Location");
}

describe.each<["host" | "alias", (value: Value) => Value]>([
  ["alias", () => ({ v: 3, seq: 9e12, answers: "in a shape that nobody here knows" })],
  ["host", () => ({ v: 3, seq: 9e12, settings: [] })],
  ["alias", (value) => ({ ...value, v: 4 })],
  ["host", (value) => ({ ...value, v: 4 })],
])("[20.5] a value of a higher version under the key of the %s", (kind, change) => {
  it("is left as it is, and the database answers", async () => {
    const text = await plant(keys[kind], change);
    expect(await locationOf(url)).toBe(DESTINATION);
    memory.clear();
    expect(await locationOf(url)).toBe(DESTINATION);
    expect(sent).toEqual([]);
    expect(await env.SNAPSHOTS.get(keys[kind])).toBe(text);
  });
});

it("[20.5] a hostname whose value has a higher version is not filled again", async () => {
  const text = await plant(keys.host, (value) => ({ ...value, v: 3 }));
  await refill(bindings, site.host);
  expect(sent).toEqual([]);
  expect(await env.SNAPSHOTS.get(keys.host)).toBe(text);
});

it("[20.5] a commit of this release takes the place of a value of a higher version", async () => {
  await plant(keys.alias, (value) => ({ ...value, v: 3 }));
  const { id } = (await site.call("GET", "/links")).body.data[0];
  await site.call("PUT", `/link/${id}`, { destination: "https://example.com/changed" });
  expect(await env.SNAPSHOTS.get(keys.alias)).toContain("https://example.com/changed");
});

it("[20.5] further members are passed over, in every part of a value", async () => {
  const FROM_KV = "https://example.com/by-the-store";
  const further = { later: { of: ["any", "shape"] } };
  await plant(keys.host, (value) => ({
    ...value,
    ...further,
    config: { ...(value["config"] as Value), ...further },
  }));
  await plant(keys.alias, (value) => {
    const [record] = value["records"] as Value[];
    const answer = record?.["answer"] as Value;
    const target = { ...(answer["target"] as Value), ...further };
    const destinations = [{ url: FROM_KV, ...further }];
    const changed = { ...answer, ...further, target: { ...target, destinations } };
    return { ...value, ...further, records: [{ ...record, ...further, answer: changed }] };
  });
  expect(await locationOf(url)).toBe(FROM_KV);
  expect(sent).toEqual([]);
});

it.each<[string, (value: Value) => Value]>([
  ["of a lower version", (value) => ({ ...value, v: 0 })],
  ["of a version that is no whole number", (value) => ({ ...value, v: 1.5 })],
  ["without a version", ({ v: _, ...value }) => value],
  [
    "with an answer of an unknown kind under its own version",
    (value) => {
      const [record] = value["records"] as Value[];
      return {
        ...value,
        records: [{ ...record, answer: { ...(record?.["answer"] as Value), kind: "later" } }],
      };
    },
  ],
])("[20.5] a value %s is answered from the database and written anew", async (_, change) => {
  await plant(keys.alias, change);
  expect(await locationOf(url)).toBe(DESTINATION);
  expect(sent).toMatchObject([{ kind: "repair" }]);
});
