import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectTrueCounters } from "../../support/counters.ts";
import { finishChange, work } from "../../support/change.ts";
import { seededRandom } from "../../support/random.ts";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/**
 * Whatever changes do to whatever records, an undo leaves the workspace as its export was before, and counters are equal to
 * a count of the records.
 */

const RECORDS = 24;
/** The number of kinds of changes. */
const KINDS = 10;
/** `a`, by bcrypt of cost 4. */
const HASH = "$2b$04$abcdefghijklmnopqrstuuHcyF0JVlC2Jq5iE6sO5oUB7ZbpYZ0Rm";

let site: Site;
let random: () => number;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const chance = (part: number) => random() < part;

/** Returns some members of an object. */
function someOf(fields: Record<string, () => unknown>, part: number): Record<string, unknown> {
  const kept = Object.entries(fields).filter(() => chance(part));
  return Object.fromEntries(kept.map(([name, value]) => [name, value()]));
}

const url = () =>
  `https://${pick(["old.example", "www.old.example", "other.example"])}/${pick("abcdefgh".split(""))}`;
const tags = () => [pick(["red", "Green"]), pick(["blue", "Élan"])];
const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000).toISOString();

const SETTINGS: Record<string, () => unknown> = {
  title: () => pick(["A title", "", "Ein Titel"]),
  description: () => "text",
  tags,
  type: () => pick([301, 302, 307]).toString(),
  status: () => pick(["paused", "active"]),
  forward_path: () => chance(0.5),
  forward_query: () => chance(0.5),
  utm: () => ({ source: pick(["mail", "web"]) }),
  expires: inDays(3),
  starts: inDays(1),
  max_clicks: () => pick([1, 50]),
  expired_url: () => "https://over.example",
  is_notify: () => chance(0.5),
  preview: () => ({ title: "shared" }),
  rules: () => [{ if: { device: ["mobile"] }, destination: url() }],
};

/** A record of any kind: the place of the row says which source it has. */
function anyRow(index: number): RecordBody {
  const { host } = site;
  const places = [
    { alias: `a${index}`, handler: pick(["short-url", "qr"]), host },
    { url: `${host}/r${index}`, handler: pick(["redirect", "migration"]) },
    { url: `${host}/p${index}/*`, handler: "redirect" },
    { url: `${host}/q?page=${index}`, handler: "redirect" },
    { url: `${host}/c${index}/:id`, handler: "redirect" },
  ];
  const place = pick(places);
  if (chance(0.15)) return { ...place, status: 410, ...someOf({ title: () => "gone", tags }, 0.5) };
  return {
    ...place,
    ...(chance(0.3) ? { destinations: [url(), "https://second.example"] } : { destination: url() }),
    ...someOf(SETTINGS, 0.25),
    ...someOf({ password_hash: () => HASH, clicks_before: () => 9, created_at: inDays(-400) }, 0.2),
    ...(place.handler === "qr" && chance(0.5) && { qr: { color: "#112233" } }),
  };
}

type Call = { path: string; method: string; body: unknown };

/** Changes of every kind, as the calls that plan them. */
function changesOf(rows: RecordBody[]): (() => Call)[] {
  const { host } = site;
  const filter = pick([
    { host },
    { tags: "red" },
    { tags: "blue,red" },
    { handler: "redirect" },
    { search: "a" },
  ]);
  const overwrite = rows
    .filter(() => chance(0.5))
    .map((row) => ({ ...anyRow(0), handler: row.handler, url: row.url, host: row.host, alias: row.alias }));
  const added = Array.from({ length: 3 }, (_, index) => anyRow(100 + Math.floor(random() * 100) * 3 + index));
  return [
    () => ({ filter, set: someOf({ ...SETTINGS, password: () => "secret" }, 0.3), tags_add: ["more"] }),
    () => ({ filter, set: { type: "gone" } }),
    () => ({ filter, set: { password: null }, tags_remove: ["blue"] }),
    () => ({ filter, delete: true }),
    () => ({ rows: [...overwrite, ...added], mode: "upsert" }),
    () => ({ rows: [...overwrite, ...added], mode: "mirror", owner: "file", adopt: true }),
    () => ({ filter: { host }, destination_find: "old.example", destination_replace: "new.example" }),
    () => ({ filter, destination_params: { set: { ref: "x" }, remove: ["b"] } }),
    () => ({ tag: pick(["red", "Élan"]), name: pick(["Red", "green", "fresh"]) }),
    () => ({ import: [...overwrite, ...added] }),
  ].map((make) => () => toCall(make()));
}

function toCall(body: RecordBody): Call {
  if (body.tag !== undefined) {
    return { method: "PUT", path: `/tags/${encodeURIComponent(body.tag)}`, body: { name: body.name } };
  }
  if (body.import === undefined) return { method: "POST", path: "/changes", body };
  return { method: "POST", path: "/bulk/import", body: { rows: body.import, mode: "upsert" } };
}

/** Returns the export, but for versions, moments of edits and history. */
async function exported(): Promise<object[]> {
  const headers = { Authorization: `Bearer ${site.token}` };
  const response = await exports.default.fetch(
    new Request("http://localhost:8787/v1/export?include=secrets,clicks", { headers }),
  );
  const lines = (await response.text()).trim().split("\n");
  const items: RecordBody[] = lines.map((line) => JSON.parse(line));
  expect(items.at(-1)).toMatchObject({ kind: "cursor", next: null });
  return items
    .filter(({ kind }) => kind !== "cursor" && kind !== "token")
    .map(({ kind, data: { updated_at: _, version: __, ...data } }) => ({ kind, ...data }))
    .toSorted((a, b) => (JSON.stringify([a.kind, a.id]) < JSON.stringify([b.kind, b.id]) ? -1 : 1));
}

/** Makes a change; null where nothing was written. */
async function makeChange({ method, path, body }: Call): Promise<string | null> {
  const answer = await site.call(method, path, body);
  if (answer.status === 404) return null;
  const made = requireOk(answer).body;
  if (path === "/bulk/import") return made.change;
  let change = await finishChange(site, made.id);
  if (change.state === "planned") change = await work(site, made.id, "apply", change.confirm ?? undefined);
  expect(change.state).toBe("applied");
  const { created, changed, deleted } = change.counts;
  return created + changed + deleted > 0 ? change.id : null;
}

/** Writes what the monitor would find of some records. */
async function breakSome(): Promise<void> {
  await env.DB.prepare(
    `UPDATE records SET monitor_state = iif(row % 3 = ?2, 'broken', 'healthy') WHERE workspace_id = ?1`,
  )
    .bind(site.id, pick([0, 1, 2]))
    .run();
}

it("[28.11, 13.13] changes of any kind are undone to the export before them", async () => {
  const seed = Date.now() % 2 ** 32;
  random = seededRandom(seed);
  const chances = Array.from({ length: KINDS }, () => random());
  const kinds = [...chances.keys()].toSorted((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0));
  for (let world = 0; world < 2; world++) {
    site = await createSite();
    const rows = Array.from({ length: RECORDS }, (_, index) => anyRow(index));
    const seeded = requireOk(await site.call("POST", "/bulk/import", { rows })).body;
    expect(seeded.meta.created, `seed ${seed}: ${JSON.stringify(seeded.data)}`).toBeGreaterThan(RECORDS / 2);
    expect(changesOf(rows)).toHaveLength(KINDS);
    const done: { id: string; before: object[] }[] = [];
    for (const kind of kinds.splice(0, KINDS / 2)) {
      await breakSome();
      await expectTrueCounters();
      const before = await exported();
      const make = changesOf(rows)[kind]!;
      const id = await makeChange(make());
      const after = await exported();
      await expectTrueCounters();
      if (id === null) expect(after, `seed ${seed}`).toEqual(before);
      else done.push({ id, before });
    }
    expect(done.length, `seed ${seed}`).toBeGreaterThan(0);
    for (const { id, before } of done.toReversed()) {
      expect(await work(site, id, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
      await expectTrueCounters();
      expect(await exported(), `seed ${seed}`).toEqual(before);
    }
  }
});
