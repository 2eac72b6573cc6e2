import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { checkClaims } from "../../src/services/host/check-claims.ts";
import { endMove, hookedInstallation, runMove, runMoveUntil, startMove, stateOf } from "../support/move.ts";
import { hasPassing, emptyStore } from "../support/move-witness.ts";
import { addUp, Mover, UNLIMITED } from "../support/mover.ts";
import {
  callWith,
  migrateDatabases,
  severalDatabases,
  type Installation,
} from "../support/several-databases.ts";

/** Calls and visits of a workspace that is closed for the end of its move. */

let installation: Installation;

beforeAll(migrateDatabases);
beforeEach(() => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  installation = severalDatabases(UNLIMITED);
});

type Call = (m: Mover) => [method: string, path: string, body?: unknown];

const CALLS: [what: string, call: Call][] = [
  [
    "create a link",
    (m) => ["POST", "/link", { host: m.hosts[0], alias: "new", destination: "https://new.example/" }],
  ],
  [
    "import",
    (m) => [
      "POST",
      "/bulk/import",
      { rows: [{ host: m.hosts[0], alias: "i", destination: "https://i.example/" }] },
    ],
  ],
  ["change a link", (m) => ["PUT", `/link/${m.idOf("first")}`, { destination: "https://changed.example/" }]],
  ["delete a link", (m) => ["DELETE", `/link/${m.idOf("second")}`]],
  ["connect a hostname", (m) => ["POST", "/host", { host: `new.${m.hosts[0]}` }]],
  [
    "change a hostname",
    (m) => ["PUT", `/host/${m.hosts[0]}`, { branding: { name: "Other", color: "#445566" } }],
  ],
  ["disconnect a hostname", (m) => ["DELETE", `/host/${m.hosts[1]}`]],
  ["check URLs", (m) => ["POST", "/checks", { urls: [`https://${m.hosts[0]}/first`], status: 302 }]],
  ["upload a file", () => ["PUT", "/files/new", "<p>new"]],
  ["create a token", () => ["POST", "/tokens", { name: "new", role: "viewer" }]],
  [
    "invite a member",
    (m) => ["POST", "/members", { email: `eve@${m.hosts[0]}`, name: "Eve", role: "viewer" }],
  ],
  ["change the workspace", () => ["PUT", "/workspace", { branding: { name: "New", color: "#112233" } }]],
  [
    "plan a change",
    (m) => [
      "POST",
      "/changes",
      { filter: { host: m.hosts[0] }, destination_find: "a", destination_replace: "b" },
    ],
  ],
  [
    "create a webhook",
    () => ["POST", "/webhooks", { url: "https://hooks.example.com/new", events: ["link.created"] }],
  ],
];

it("[39.8] reads go on, a write is a 503 that writes nothing, and works when it is sent again", async () => {
  const [, source] = installation.envs;
  const mover = await Mover.create(installation, "DB_01");
  await mover.fill();
  await addUp(source);
  const before = await mover.read();
  await startMove(source, mover.workspace.id, "DB_02");
  await runMoveUntil(source, "closed");
  expect(await mover.read()).toEqual(before);
  const send = ([what, call]: (typeof CALLS)[number]) => {
    const [method, path, body] = call(mover);
    return mover.call(method, path, body, { "Idempotency-Key": `key of ${what}` });
  };
  for (const one of CALLS) {
    const { status, headers } = await send(one);
    expect([one[0], status, Number(headers.get("Retry-After")) > 0]).toEqual([one[0], 503, true]);
  }
  expect(await mover.read()).toEqual(before);
  await endMove(source);
  expect(await mover.read()).toEqual(before);
  for (const one of CALLS) expect([one[0], (await send(one)).status]).toEqual([one[0], 200]);
  const after = await mover.read();
  const created = CALLS.filter(([, call]) => call(mover)[0] === "POST");
  // What is shown once is not repeated.
  for (const one of created)
    expect([one[0], [200, 409].includes((await send(one)).status)]).toEqual([one[0], true]);
  const lists = ["/tags", "/tokens", "/members", "/stats"];
  for (const path of lists) expect((await mover.read())[path]).toEqual(after[path]);
});

const LATE_CALLS: [path: string, sql: RegExp, call: Call][] = [
  [
    "/misses?filter[state]=ignored",
    /^UPDATE misses SET state/,
    (m) => ["POST", "/misses/resolve", { host: m.hosts[0], paths: ["/missed"], to: "ignore" }],
  ],
  ["/sitemaps", /^DELETE FROM sitemaps/, (m) => ["DELETE", `/sitemaps/${m.hosts[0]}`]],
];

it.each(LATE_CALLS)(
  "[39.8] a call whose write comes after the workspace has left is refused, and holds when it is sent again (%s)",
  async (path, sql, call) => {
    const [, source] = installation.envs;
    const mover = await Mover.create(installation, "DB_01");
    await mover.fill();
    await addUp(source);
    await startMove(source, mover.workspace.id, "DB_02");
    const late = hookedInstallation(async (work, first) => {
      if (sql.test(first)) await runMoveUntil(source, "left");
      return work();
    });
    const { status, headers } = await callWith(late.fetch, mover.workspace.token)(...call(mover));
    expect([status, Number(headers.get("Retry-After")) > 0]).toEqual([503, true]);
    await endMove(source);
    const before = await mover.must("GET", path);
    await mover.must(...call(mover));
    const after = await mover.must("GET", path);
    expect(after.body.data.length - before.body.data.length).toBe(call(mover)[0] === "POST" ? 1 : -1);
  },
);

const PLACES = [
  { from: undefined, to: "DB_01" },
  { from: "DB_01", to: "DB" },
  { from: "DB_01", to: "DB_02" },
] as const;

it.each(PLACES)(
  "[39.8] visits are answered before, during and after a move from $from to $to",
  async ({ from, to }) => {
    const source = installation.envs.find(({ DATABASE }) => DATABASE === from) ?? installation.envs[0];
    const mover = await Mover.create(installation, from);
    const [host, other] = mover.hosts;
    await mover.must("POST", "/host", { host: `*.${host}` });
    await mover.must("POST", "/redirect", { url: `*.${host}/*`, destination: "https://wild.example/" });
    const visits = {
      [`https://${host}/first`]: "https://first.example/",
      [`https://x.${host}/y`]: "https://wild.example/",
      [`https://${host}/none`]: "404",
      [`https://${other}/none`]: "404",
    };
    const look = async () => {
      const got: Record<string, string> = {};
      for (const url of Object.keys(visits)) got[url] = await mover.visit(url);
      return got;
    };
    const empty = async () => {
      await emptyStore();
      const got = await look();
      await installation.deliverSent();
      return got;
    };
    expect([await look(), await empty()]).toEqual([visits, visits]);
    await startMove(source, mover.workspace.id, to);
    await runMoveUntil(source, "closed");
    expect(await hasPassing()).toBe(true);
    expect((await look())[`https://${host}/first`]).toBe("https://first.example/");
    await emptyStore();
    // Isolates remember what they have answered.
    for (const url of [`https://${host}/second`, `https://x.${host}/z`, `https://${other}/unknown`]) {
      expect([url, await mover.visit(url)]).toEqual([url, "503"]);
    }
    await endMove(source);
    expect([await empty(), await look()]).toEqual([visits, visits]);
  },
);

it("[39.8] checks of claims leave hostnames alone that pass with their workspace", async () => {
  const [first, source] = installation.envs;
  const mover = await Mover.create(installation, "DB_01");
  const check = async () => {
    const laterMs = Date.now() + 10 * 60_000;
    for (const host of mover.hosts) {
      await checkClaims({ env: first, nowMs: laterMs, background: () => {} }, host as never);
      expect(await passesFor(host)).toBe(mover.workspace.id);
    }
  };
  await startMove(source, mover.workspace.id, "DB_02");
  for (const state of ["closed", "left"] as const) {
    await runMoveUntil(source, state);
    await check();
  }
  await endMove(source);
  expect(await hasPassing()).toBe(false);
});

it.each([
  { when: "before it is closed", call: /passes_to IS NOT NULL/ },
  { when: "once it is closed", call: /INSERT INTO hosts_elsewhere/ },
])(
  "[39.8] a hostname that begins to pass to another workspace $when keeps the workspace",
  async ({ call }) => {
    const [, source] = installation.envs;
    const mover = await Mover.create(installation, "DB_01");
    const [host, other] = mover.hosts;
    const passElsewhere = env.DB.prepare(
      "UPDATE hosts_elsewhere SET passes_to = 'DB_02', passes_for = 'another' WHERE host = ?1",
    ).bind(other);
    const hooked = hookedInstallation(async (run, sql) => {
      if (call.test(sql)) await passElsewhere.run();
      return run();
    });
    await startMove(source, mover.workspace.id, "DB_02");
    for (let runs = 0; runs < 5; runs++) await runMove(hooked.envs[1]);
    expect([await stateOf(source), await passesFor(host), await passesFor(other)]).toEqual([
      "copying",
      null,
      "another",
    ]);
    await mover.createLink("still");
    await env.DB.prepare("UPDATE hosts_elsewhere SET passes_to = NULL, passes_for = NULL").run();
    await endMove(source);
  },
);

const passesFor = (host: string) =>
  env.DB.prepare("SELECT passes_for FROM hosts_elsewhere WHERE host = ?1").bind(host).first("passes_for");

it("[39.8] nothing is noted for KV of a hostname while its last snapshots are taken over", async () => {
  const [, source] = installation.envs;
  const mover = await Mover.create(installation, "DB_01");
  const note = (host: string) =>
    source.DB.prepare("INSERT INTO reprojections (host, created_at) VALUES (?1, 0)").bind(host).run();
  await startMove(source, mover.workspace.id, "DB_02");
  await runMoveUntil(source, "closed");
  await expect(note(mover.hosts[0])).rejects.toThrow("moving");
  await note("other.example");
  await endMove(source);
});
