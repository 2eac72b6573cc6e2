import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PNG_LOGO } from "../../support/logo.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

interface Line {
  kind: string;
  // Whatever the kind holds: tests compare it.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  next?: string | null;
}

const HOST = "export.example";

const authorize = (token: string) => ({ Authorization: `Bearer ${token}` });
const request = (token: string, query = "") =>
  exports.default.fetch(
    new Request(`http://localhost:8787/v1/export${query}`, { headers: authorize(token) }),
  );

async function readLines(token: string, query = ""): Promise<Line[]> {
  const response = await request(token, query);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** Follows cursors to the end. */
async function readAll(token: string, include = ""): Promise<{ lines: Line[]; answers: number }> {
  const lines: Line[] = [];
  let cursor: string | null = "";
  let answers = 0;
  while (cursor !== null) {
    const more = new URLSearchParams({
      ...(include !== "" && { include }),
      ...(cursor !== "" && { cursor }),
    });
    const answer: Line[] = await readLines(token, `?${more}`);
    const last = answer.pop()!;
    expect(last.kind).toBe("cursor");
    lines.push(...answer);
    answers++;
    cursor = last.next ?? null;
  }
  return { lines, answers };
}

const kindsOf = (lines: Line[]) => [...new Set(lines.map(({ kind }) => kind))];

let workspace: TestWorkspace;
let recordId: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  const { call, id } = workspace;
  await call("POST", "/host", { host: HOST });
  await call("PUT", "/files/page.html", "<p>Back soon");
  const logo = {
    method: "PUT",
    body: PNG_LOGO,
    headers: { ...authorize(workspace.token), "Content-Type": "image/png" },
  };
  await exports.default.fetch(new Request("http://localhost:8787/v1/files/logo.png", logo));
  await call("PUT", "/workspace", { branding: { name: "Acme" } });
  const look = { branding: { logo: "logo.png" }, pages: { 404: "page.html" }, is_preview_off: true };
  await call("PUT", `/host/${HOST}`, { ...look, hsts: { max_age: 300, include_subdomains: false } });
  await call("PUT", "/blocklist", { hosts: ["evil.example"] });
  const body = { host: HOST, alias: "a", destination: "https://example.com/", password: "open", tags: ["T"] };
  recordId = (await call("POST", "/link", { ...body, max_clicks: 3, preview: { title: "A card" } })).body
    .data[0].id;
  await call("PUT", `/link/${recordId}`, { destination: "https://example.com/2" });
  await env.DB.prepare("INSERT INTO clicks_daily VALUES (?1, 20000, 7, 2), (?2, 20000, 8, 3)")
    .bind(recordId, id)
    .run();
  await env.DB.prepare(
    `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at)
     VALUES ('h', ?1, ?2, 1, 'proof', '', 'Signpost', 'system', 0)`,
  )
    .bind(id, HOST)
    .run();
});

describe("GET /export", () => {
  it("[26.1] streams a line for each item of the workspace, and a cursor line that is null at the end", async () => {
    const lines = await readLines(workspace.token);
    expect(kindsOf(lines)).toEqual(["workspace", "member", "blocklist", "claim", "page", "record", "cursor"]);
    expect(lines.at(-1)).toEqual({ kind: "cursor", next: null });
    const of = (kind: string) => lines.find((line) => line.kind === kind)?.data;
    const { branding, pages } = (await workspace.call("GET", "/workspace/current")).body;
    const own = { id: workspace.id, plan: "enterprise", notify_url: null };
    expect(of("workspace")).toMatchObject({ ...own, branding, pages });
    expect(branding.name).toBe("Acme");
    expect(of("member")).toMatchObject({ id: workspace.userId, role: "owner" });
    expect(of("blocklist")).toEqual({ hosts: ["evil.example"] });
    const { body: host } = await workspace.call("GET", `/host/${HOST}`);
    const settings = ["force_https", "expired_url", "hsts", "misses", "branding", "pages", "is_preview_off"];
    const shown = Object.fromEntries(settings.map((name) => [name, host[name]]));
    expect(shown).toMatchObject({
      hsts: { max_age: 300 },
      branding: { logo: "logo.png" },
      is_preview_off: true,
    });
    expect(of("claim")).toMatchObject({ host: HOST, held: true, ...shown });
    const [picture, page] = lines.filter(({ kind }) => kind === "page").map(({ data }) => data);
    expect(page).toMatchObject({ name: "page.html", type: "text/html", html: "<p>Back soon" });
    expect(picture).toMatchObject({
      name: "logo.png",
      type: "image/png",
      base64: btoa(String.fromCharCode(...PNG_LOGO)),
    });
    const { body } = await workspace.call("GET", `/link/${recordId}`);
    expect(body).toMatchObject({ max_clicks: 3, clicks_left: 3, preview: { title: "A card" } });
    expect(of("record")).toEqual({ ...body, handler: "short-url", total_clicks: 0 });
  });

  it("[26.2] contains hashes, clicks and history only on request", async () => {
    const { lines } = await readAll(workspace.token, "secrets,clicks,history");
    const of = (kind: string) => lines.filter((line) => line.kind === kind).map(({ data }) => data);
    const { hash } = (await env.DB.prepare("SELECT hash FROM tokens WHERE workspace_id = ?1")
      .bind(workspace.id)
      .first<{ hash: string }>())!;
    expect(of("token")).toMatchObject([{ hash, user_id: workspace.userId }]);
    expect(of("record")[0].password_hash).toMatch(/^\$2/);
    expect(of("clicks")).toEqual([
      { record_id: null, day: "2024-10-04", clicks: 8, bots: 3 },
      { record_id: recordId, day: "2024-10-04", clicks: 7, bots: 2 },
    ]);
    expect(of("history")).toMatchObject([
      { record_id: recordId, new: { destination: ["https://example.com/2"] } },
    ]);
    expect(of("host_history")).toMatchObject([{ host: HOST, new: { held: true }, reason: "proof" }]);
    const plain = (await readLines(workspace.token)).map((line) => JSON.stringify(line)).join("\n");
    expect(plain).not.toContain(hash);
    expect(plain).not.toContain("$2");
  });

  it("[26.2] leaves out the history of records below the plan pro", async () => {
    await env.DB.prepare("UPDATE workspaces SET plan = 'free' WHERE id = ?1").bind(workspace.id).run();
    expect(kindsOf((await readAll(workspace.token, "history")).lines)).not.toContain("history");
    await env.DB.prepare("UPDATE workspaces SET plan = 'enterprise' WHERE id = ?1").bind(workspace.id).run();
  });

  it("[26.1] needs an owner, and shows no other workspace", async () => {
    const manager = await createWorkspace("enterprise", "manager");
    expect((await request(manager.token)).status).toBe(484);
    const other = await createWorkspace();
    const text = JSON.stringify((await readAll(other.token, "secrets,clicks,history")).lines);
    expect(text).toContain(other.id);
    for (const secret of [workspace.id, workspace.userId, recordId, HOST, "evil.example"])
      expect(text).not.toContain(secret);
  });

  it.each(["?include=passwords", "?include=secrets,", "?cursor=made-up"])(
    "[22.2, 22.3] answers 422 to %s",
    async (query) => {
      const response = await request(workspace.token, query);
      expect(response.status).toBe(422);
      const field = query.slice(1).split("=")[0]!;
      const { errors } = await response.json<{ errors: object }>();
      expect(Object.keys(errors)).toEqual([field]);
    },
  );

  it("[26.3] answers 422 to a cursor of other includes, and of another workspace", async () => {
    const big = await createWorkspace();
    await big.call("POST", "/host", { host: "big.example" });
    await seedRecords(big.id, { host: "big.example", count: 25_000 });
    const spy = vi.spyOn(homeOf(big.id), "prepare");
    const first = await readLines(big.token, "?include=clicks");
    expect(spy.mock.calls.length).toBeLessThanOrEqual(200);
    spy.mockRestore();
    const { kind, next } = first.at(-1)!;
    expect(kind).toBe("cursor");
    expect(next).toEqual(expect.any(String));
    expect((await request(big.token, `?cursor=${next}`)).status).toBe(422);
    expect((await request(workspace.token, `?include=clicks&cursor=${next}`)).status).toBe(422);

    // Continued, it is the same as one pass over the records.
    const { lines, answers } = await readAll(big.token, "clicks");
    expect(answers).toBeGreaterThan(1);
    const ids = lines.filter((line) => line.kind === "record").map(({ data }) => data.id as string);
    const { results } = await homeOf(big.id)
      .prepare("SELECT id FROM records WHERE workspace_id = ?1 ORDER BY row")
      .bind(big.id)
      .all<{ id: string }>();
    expect(ids).toEqual(results.map(({ id }) => id));
    expect(kindsOf(lines)).toEqual(["workspace", "member", "blocklist", "claim", "record"]);
  });

  it("[26.3] continues within the items of a record", async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
       INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
       SELECT printf('00000000-%06d', i), ?1, '{}', '{}', '', '', 'api', i FROM n`,
    )
      .bind(recordId)
      .run();
    const { lines } = await readAll(workspace.token, "history");
    const ids = lines.filter((line) => line.kind === "history").map(({ data }) => data.id as string);
    expect(ids).toHaveLength(4501);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it("answers 503 if D1 fails", async () => {
    const prepare = env.DB.prepare.bind(env.DB);
    const spy = vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
      if (sql.includes("owner_name")) throw new Error("D1_ERROR: Network connection lost.");
      return prepare(sql);
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await request(workspace.token)).status).toBe(503);
    spy.mockRestore();
  });
});
