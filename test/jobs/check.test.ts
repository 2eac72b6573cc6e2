import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { continueCheck } from "../../src/services/check/continue-check.ts";
import { resumeSteps } from "../../src/jobs/step-runner.ts";
import { deleteOldChecks } from "../../src/storage/check/write.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import { createSite, expectRefused, requireOk, type Site } from "../support/site.ts";
import type { Answer } from "../support/workspace.ts";
import { jobRun } from "../support/job-run.ts";

const D = "https://example.com/a";

let site: Site;

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  const { host } = site;
  await site.createRedirect("/moved", { destination: D, type: "301" });
  await site.createRedirect("/for-now", { destination: D, type: "302" });
  await site.createRedirect("/removed", { type: "gone" });
  await site.createRedirect("/first", { destination: `http://${host}/second`, type: "301" });
  await site.createRedirect("/second", { destination: `http://${host}/moved`, type: "301" });
  const last = await site.createRedirect("/round", { destination: `${D}?x` });
  await site.createRedirect("/about", { destination: `http://${host}/round` });
  await env.DB.prepare("UPDATE records SET destinations = ?2 WHERE id = ?1")
    .bind(last.id, JSON.stringify([`http://${host}/about`]))
    .run();
  await site.createRedirect("/spread", {
    destinations: [D, `${D}2`],
    destination_routing: "random",
    type: "301",
  });
});

afterEach(() => vi.restoreAllMocks());

/** Takes steps until there is nothing more to do. */
async function finish(id: string): Promise<void> {
  while (await continueCheck(env, id, Date.now));
}

const rowsOf = async (id: string, query = ""): Promise<Answer["body"]> =>
  requireOk(await site.call("GET", `/checks/${id}/rows?${query}`)).body;

const at = (path: string) => `http://${site.host}${path}`;

const URLS = () => [
  { url: at("/moved"), location: D, status: 301 },
  at("/moved"),
  { url: at("/for-now"), location: D },
  at("/nowhere"),
  "nobody.example/x",
  { url: at("/moved"), location: "https://example.com/b" },
  { url: at("/first"), location: D },
  at("/round"),
  at("/removed"),
  { url: at("/spread"), location: `${D}2` },
  { url: at("/moved"), status: 308 },
];
const RESULTS = [
  ["covered", ""],
  ["covered", ""],
  ["temporary", "answers 302"],
  ["uncovered", "not-found"],
  ["uncovered", "unknown-host"],
  ["unexpected", `leads to ${D}`],
  ["chain", "3 redirects"],
  ["loop", "the redirects lead in a circle"],
  ["unexpected", "answers 410"],
  ["covered", "one of 2 destinations"],
  ["unexpected", "answers 301"],
];

describe("[30.10] a check", () => {
  it("[30.11] tells of each URL what a visitor gets, against what is expected of it", async () => {
    const check = requireOk(await site.call("POST", "/checks", { urls: URLS(), status: 301 })).body;
    expect(check).toMatchObject({ state: "running", total: RESULTS.length, done: 0 });
    await finish(check.id);
    const done = requireOk(await site.call("GET", `/checks/${check.id}`)).body;
    expect(done).toMatchObject({
      state: "done",
      done: RESULTS.length,
      counts: { covered: 3, uncovered: 2, unexpected: 3, chain: 1, loop: 1, temporary: 1 },
      targets: null,
    });
    const { data } = await rowsOf(check.id);
    expect(data.map(({ result, reason }: Record<string, string>) => [result, reason])).toEqual(RESULTS);
    expect(data[6].hops).toEqual([
      { url: at("/second"), status: 301, location: at("/moved") },
      { url: at("/moved"), status: 301, location: D },
    ]);
    expect(data[6].target).toEqual({ url: D, status: null, location: null, reason: null, reason_code: null });
    expect(requireOk(await site.call("GET", "/checks")).body.data[0]).toMatchObject({ id: check.id });
  });

  it("[30.12] shows pages of its results, of one kind and in either direction", async () => {
    const { id } = requireOk(await site.call("POST", "/checks", { upload: true })).body;
    const headers = { "Content-Type": "application/x-ndjson" };
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        JSON.stringify(at((from + index) % 2 ? "/moved" : `/no-${from + index}`)),
      );
    const put = (part: number, text: string[]) =>
      site.call("PUT", `/checks/${id}/parts/${part}`, text.join("\n"), headers);
    requireOk(await put(2, ["{}", '"http://x/"'].slice(1)));
    expectRefused(
      await put(1, ['"mailto:a@b"', "{", '{"url":"x","to":1}']),
      "lines.1.url",
      "lines.2",
      "lines.3.to",
    );
    expectRefused(
      await put(
        1,
        Array.from({ length: 200_001 }, () => '"x"'),
      ),
      "lines",
    );
    const { errors } = (
      await put(
        1,
        Array.from({ length: 500 }, () => "{"),
      )
    ).body;
    // As many as an answer has room for, with their codes.
    expect(Object.keys(errors).length).toBeGreaterThan(100);
    requireOk(await put(1, lines(0, 1_100)));
    expect(requireOk(await put(2, lines(1_100, 400))).body).toEqual({ lines: 400, total: 1_500 });
    expect(requireOk(await site.call("POST", `/checks/${id}/run`)).body).toMatchObject({ total: 1_500 });
    expectRefused(await put(3, lines(0, 1)), "id");
    await finish(id);
    const walk = async (query: string, direction: "next" | "prev", from: string | null = null) => {
      const seen: number[] = [];
      for (let cursor = from; ;) {
        const page = await rowsOf(id, `${query}${cursor === null ? "" : `&cursor=${cursor}`}`);
        const found = page.data.map(({ line }: { line: number }) => line);
        seen.push(...(direction === "prev" ? found.toReversed() : found));
        cursor = page.meta.cursor[direction];
        if (cursor === null) return { seen, last: page.meta.cursor };
      }
    };
    const all = Array.from({ length: 1_500 }, (_, index) => index + 1);
    expect((await walk("per_page=700", "next")).seen).toEqual(all);
    const covered = all.filter((line) => line % 2 === 0);
    const { seen, last } = await walk("per_page=130&filter[result]=covered", "next");
    expect(seen).toEqual(covered);
    expect((await walk("per_page=130&filter[result]=covered", "prev", last.prev)).seen).toEqual(
      covered.slice(0, Math.floor((covered.length - 1) / 130) * 130).toReversed(),
    );
    const response = await exports.default.fetch(
      new Request(`http://localhost:8787/v1/checks/${id}/rows?per_page=1`, {
        headers: { Authorization: `Bearer ${site.token}`, Accept: "text/csv" },
      }),
    );
    expect(response.headers.get("X-Next-Cursor")).toMatch(/^[\w-]+$/);
    expect(await response.text()).toBe(
      "line,url,result,reason,status,location,expected_location,expected_status,record,hops,target,target_status,target_reason\r\n" +
        `1,${at("/no-0")},uncovered,not-found,404,,,,,,,,\r\n`,
    );
  });

  it("[30.13] is done once, even if messages come twice or a consumer dies", async () => {
    const { id } = requireOk(await site.call("POST", "/checks", { urls: URLS() })).body;
    // One consumer holds the lease and dies.
    await env.DB.prepare("UPDATE checks SET leased_until = ?2, lease = 'dead' WHERE id = ?1")
      .bind(id, Date.now() + 60_000)
      .run();
    expect(await continueCheck(env, id, Date.now)).toBe(false);
    expect(requireOk(await site.call("GET", `/checks/${id}`)).body.done).toBe(0);
    const later = Date.now() + 61_000;
    const send = vi.spyOn(env.WATCH, "sendBatch").mockResolvedValue({} as never);
    await resumeSteps("check-urls", jobRun(env, later));
    expect(JSON.stringify(send.mock.calls)).toContain(id);
    await Promise.all([1, 2, 3].map(() => continueCheck(env, id, () => later)));
    while (await continueCheck(env, id, () => later));
    const { body } = await site.call("GET", `/checks/${id}`);
    expect(body).toMatchObject({ state: "done", done: 11 });
    expect((await rowsOf(id)).data).toHaveLength(11);
  });

  it("[30.14] is not seen by another workspace, and gone after 30 days or a DELETE", async () => {
    const [one, two] = [
      await site.call("POST", "/checks", { urls: ["x"] }),
      await site.call("POST", "/checks", { urls: ["x"] }),
    ].map((answer) => requireOk(answer).body.id as string);
    const other = await createSite();
    for (const path of [`/checks/${one}`, `/checks/${one}/rows`]) {
      expect((await other.call("GET", path)).status).toBe(404);
    }
    expect((await other.call("DELETE", `/checks/${one}`)).status).toBe(404);
    await finish(one ?? "");
    requireOk(await site.call("DELETE", `/checks/${two}`));
    expect((await site.call("GET", `/checks/${two}`)).status).toBe(404);
    await deleteOldChecks(env.DB, Date.now() + 31 * DAY_MS);
    expect((await site.call("GET", `/checks/${one}`)).status).toBe(404);
    const left = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM checks) + (SELECT count(*) FROM check_rows) + (SELECT count(*) FROM check_parts) AS n",
    ).first<{ n: number }>();
    expect(left?.n).toBe(0);
  });

  it("[30.15] names each invalid field", async () => {
    expectRefused(await site.call("POST", "/checks", {}), "urls");
    expectRefused(await site.call("POST", "/checks", { urls: [] }), "urls");
    expectRefused(await site.call("POST", "/checks", { urls: ["x"], upload: true }), "urls");
    expectRefused(
      await site.call("POST", "/checks", { urls: ["x", { url: "x", status: 99 }, 7], status: 1.5 }),
      "status",
      "urls.1.status",
      "urls.2",
    );
    expect((await site.call("GET", "/checks/0198c0de-0000-7000-8000-000000000001")).status).toBe(404);
    const open = await Promise.all([1, 2, 3, 4].map(() => site.call("POST", "/checks", { upload: true })));
    const ids = open.flatMap(({ status, body }) => (status === 200 ? [body.id as string] : []));
    expect(ids).toHaveLength(3);
    for (const refused of open.filter(({ status }) => status !== 200)) expectRefused(refused, "urls");
    expectRefused(await site.call("POST", "/checks", { urls: ["x"] }), "urls");
    expectRefused(await site.call("POST", `/checks/${ids[0]}/run`), "id");
    for (const id of ids) requireOk(await site.call("DELETE", `/checks/${id}`));
  });

  it("[30.15] lets parallel calls keep no more than 1,000,000 URLs", async () => {
    const kept = requireOk(await site.call("POST", "/checks", { urls: ["x"] })).body.id;
    const upload = requireOk(await site.call("POST", "/checks", { upload: true })).body.id;
    const lines = { "Content-Type": "application/x-ndjson" };
    requireOk(await site.call("PUT", `/checks/${upload}/parts/1`, '"x"', lines));
    await env.DB.prepare("UPDATE checks SET total = 999999, state = 'done' WHERE id = ?1").bind(kept).run();
    const answers = await Promise.all([
      site.call("POST", "/checks", { urls: ["x"] }),
      site.call("POST", `/checks/${upload}/run`),
      site.call("POST", "/checks", { urls: ["x"] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(JSON.stringify(answers.map(({ body }) => body))).toContain("delete a check");
    const { data } = requireOk(await site.call("GET", "/checks")).body;
    for (const { id } of data) requireOk(await site.call("DELETE", `/checks/${id}`));
  });
});

describe("[30.19] the change of a check", () => {
  /** Where a visitor of a path ends, and by how many redirects inside the workspace. */
  const endOf = async (path: string) => {
    const { location, next } = requireOk(await site.call("POST", "/explain", { url: at(path) })).body;
    return [next.at(-1)?.location ?? location, next.length];
  };

  it("points each chain at its end, once for a record, and leaves alone what would lead elsewhere", async () => {
    const chain = (from: string, to: string, fields?: object) =>
      site.createRedirect(from, { destination: at(to), type: "301", ...fields });
    await chain("/mid", "/moved?x=1#part", { forward_query: true });
    const kept = await chain("/old", "/mid", { forward_query: true });
    await chain("/dropped", "/plain", { forward_query: true });
    await chain("/plain", "/moved", { forward_query: false });
    await chain("/many/*", "/plain");
    await chain("/reads", "/asked", { forward_query: true });
    await chain("/asked", "/moved", { forward_query: true });
    await chain("/asked?v=2", "/plain");
    await chain("/hurried", "/ends");
    await chain("/ends", "/moved", { expires: "2120-01-01T00:00:00Z" });
    const paths = [
      "/old",
      "/old?x=2&y=3",
      "/Old/",
      "/dropped?y=1",
      "/many/1",
      "/many/2",
      "/reads",
      "/hurried",
      "/first",
    ];
    const before = await Promise.all(paths.map(endOf));
    const urls = paths.map(at);
    const { id } = requireOk(await site.call("POST", "/checks", { urls })).body;
    expectRefused(await site.call("POST", `/checks/${id}/change`, { fix: ["chains"] }), "id");
    expectRefused(await site.call("POST", `/checks/${id}/change`, { fix: ["loops"] }), "fix.0");
    expectRefused(await site.call("POST", `/checks/${id}/change`, { fix: [] }), "fix");
    await finish(id);
    const plan = requireOk(await site.call("POST", `/checks/${id}/change`, { fix: ["chains"] })).body;
    expect(plan).toMatchObject({
      state: "planned",
      kind: "edit",
      counts: { created: 0, changed: 3, deleted: 0, unchanged: 0, invalid: 3, conflicts: 0 },
    });
    const { data } = requireOk(await site.call("GET", `/changes/${plan.id}/rows`)).body;
    const told = data.map(({ source, line, after, reasons }: Answer["body"]) => [
      source.slice(site.host.length),
      line,
      after?.destination ?? reasons.destination[0],
      after?.forward_query,
    ]);
    expect(told).toEqual([
      ["/old", 1, `${D}?x=1#part`, undefined],
      ["/dropped", 4, D, false],
      ["/many/*", 5, expect.stringContaining("many paths"), undefined],
      ["/reads", 7, expect.stringContaining("depend on the query"), undefined],
      ["/hurried", 8, expect.stringContaining("/ends ends some day"), undefined],
      ["/first", 9, D, undefined],
    ]);
    requireOk(await site.call("POST", `/changes/${plan.id}/apply`));
    expect(requireOk(await site.call("GET", `/links/${kept.id}/history`)).body.data[0].source).toBe("change");
    const after = await Promise.all(paths.map(endOf));
    for (const [index, path] of paths.entries()) {
      const isLeft = /^\/(many|reads|hurried)/.test(path);
      // A browser carries the fragment of a hop on.
      const end =
        path.startsWith("/old") || path === "/Old/" ? `${before[index]?.[0]}#part` : before[index]?.[0];
      expect([path, ...(after[index] ?? [])]).toEqual([path, end, isLeft ? before[index]?.[1] : 0]);
    }
    const again = requireOk(
      await site.call("POST", "/checks", { urls: urls.filter((url) => !/(many|reads|hurried)/.test(url)) }),
    );
    await finish(again.body.id);
    expect(requireOk(await site.call("GET", `/checks/${again.body.id}`)).body.counts).toMatchObject({
      covered: 5,
      chain: 0,
    });
    requireOk(await site.call("POST", `/changes/${plan.id}/undo`));
    expect(await Promise.all(paths.map(endOf))).toEqual(before);
  });
});
