import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { checkEnv } from "../../../src/check-env.ts";
import { proxyOf } from "../../support/proxy-of.ts";
import { createSite, type Site } from "../../support/site.ts";
import { readAnswer, type Answer } from "../../support/workspace.ts";
import { HAS_SECOND_DATABASE } from "../../support/home.ts";

/** A database that notes from where its sessions begin. */
interface Watched {
  db: D1Database;
  sessions: string[];
  /** Where the session of each statement or batch began; empty for the database itself. */
  asked: string[];
}

/** @param isLost true if every session with a bookmark fails */
function watch(isLost = false): Watched {
  const sessions: string[] = [];
  const asked: string[] = [];
  const ask = (from: string) => {
    asked.push(from);
    if (isLost && from !== "" && from !== "first-primary") throw new Error("D1_ERROR: lost");
  };
  const watchStatement = (from: string, statement: D1PreparedStatement): D1PreparedStatement =>
    proxyOf(statement, {
      bind: (...values: unknown[]) => watchStatement(from, statement.bind(...values)),
      ...Object.fromEntries(
        (["first", "all", "run", "raw"] as const).map((name) => [
          name,
          (...parameters: []) => {
            ask(from);
            return Reflect.apply(statement[name], statement, parameters);
          },
        ]),
      ),
    });
  const watchSession = <S extends D1DatabaseSession | D1Database>(from: string, session: S): S =>
    proxyOf(session, {
      prepare: (sql: string) => watchStatement(from, session.prepare(sql)),
      batch: (statements: D1PreparedStatement[]) => {
        ask(from);
        return session.batch(statements);
      },
    });
  const db = proxyOf(watchSession("", env.DB), {
    withSession: (from: string) => {
      sessions.push(from);
      return watchSession(from, env.DB.withSession(from));
    },
  });
  return { db, sessions, asked };
}

let own: Site;
let id: string;

beforeAll(async () => {
  own = await createSite();
  ({ id } = await own.createLink());
});

/** Makes a call on bindings of its own. */
async function call(
  watched: Watched,
  method: string,
  path: string,
  { body, bookmark, ...variables }: { body?: object; bookmark?: string; READ_NEARBY?: string } = {},
): Promise<Answer & { bookmark: string | null }> {
  const context = createExecutionContext();
  const request = new Request(`http://localhost:8787/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${own.token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(bookmark !== undefined && { "X-Signpost-Bookmark": bookmark }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bindings = { ...env, READ_NEARBY: "on", ...variables, DB: watched.db };
  const answer = await readAnswer(method, path, await answerAdmin(request, bindings, context));
  await waitOnExecutionContext(context);
  return { ...answer, bookmark: answer.headers.get("X-Signpost-Bookmark") };
}

const [NAME, OTHER] = HAS_SECOND_DATABASE ? ["DB_01", "DB"] : ["DB", "DB_01"];
const BOOKMARK = new RegExp(`^${NAME}:[\\da-f]{8}-[\\da-f]{8}-[\\da-f]{8}-[\\da-f]{32}$`);

/** What callers may read nearby. */
const READS: [string, string, object?][] = [
  ["GET", "/links"],
  ["GET", "/stats"],
  ["GET", "/host"],
  ["GET", "/link/ID"],
  ["POST", "/explain", { url: "https://HOST/" }],
];
const WRITES: [string, string, object][] = [
  ["POST", "/link", { host: "HOST" }],
  ["PUT", "/link/ID", { title: "Spring" }],
  ["PUT", "/blocklist", { hosts: ["bad.example"] }],
];

const filled = (path: string) => path.replace("ID", id);
const bodyOf = (body?: object) =>
  body === undefined ? {} : { body: JSON.parse(JSON.stringify(body).replace("HOST", own.host)) as object };

describe("[9.24] reading nearby", () => {
  it.each([...READS, ...WRITES])("is off by default: %s %s", async (method, path, body) => {
    const watched = watch();
    const options = { ...bodyOf(body), bookmark: `${NAME}:${"0".repeat(8)}`, READ_NEARBY: "off" };
    const answer = await call(watched, method, filled(path), options);
    expect(answer).toMatchObject({ status: 200, bookmark: null });
    expect(watched.sessions).toEqual([]);
  });

  it.each(READS)("asks one session that goes on from the bookmark: %s %s", async (method, path, body) => {
    const { bookmark } = await call(watch(), "GET", "/links");
    expect(bookmark).toMatch(BOOKMARK);
    const watched = watch();
    const answer = await call(watched, method, filled(path), { ...bodyOf(body), bookmark: bookmark ?? "" });
    expect(answer.status).toBe(200);
    expect(watched.sessions).toEqual([bookmark?.slice(`${NAME}:`.length)]);
    expect(watched.asked).toContain(watched.sessions[0]);
    expect(answer.bookmark).toMatch(BOOKMARK);
    expect((answer.bookmark ?? "") >= (bookmark ?? "")).toBe(true);
  });

  it.each([
    ["no bookmark", undefined],
    ["an empty one", ""],
    ["one of another database", `${OTHER}:00000000-00000001-00000000-00000000000000000000000000000000`],
    ["one without its database", "00000000-00000001-00000000-00000000000000000000000000000000"],
    ["the name of a constraint", `${NAME}:first-unconstrained`],
    ["something else", `${NAME}:"; DROP TABLE records`],
    ["a long one", `${NAME}:${"0".repeat(101)}`],
  ])("asks the primary for a caller with %s", async (_, bookmark) => {
    const watched = watch();
    const answer = await call(watched, "GET", "/links", bookmark === undefined ? {} : { bookmark });
    expect(answer.status).toBe(200);
    expect(answer.bookmark).toMatch(BOOKMARK);
    expect(new Set(watched.sessions)).toEqual(new Set(["first-primary"]));
  });

  it.each(WRITES)(
    "writes in the primary, and tells the state that was made: %s %s",
    async (method, path, body) => {
      const { bookmark } = await call(watch(), "GET", "/links");
      const watched = watch();
      const answer = await call(watched, method, filled(path), { ...bodyOf(body), bookmark: bookmark ?? "" });
      expect(answer.status).toBe(200);
      expect(new Set(watched.sessions)).toEqual(new Set(["first-primary"]));
      expect((answer.bookmark ?? "") > (bookmark ?? "")).toBe(true);
      // A replica may answer what follows the first query of a session.
      expect(watched.sessions.length).toBeGreaterThanOrEqual(
        watched.asked.filter((from) => from === "first-primary").length,
      );
    },
  );

  it("asks the primary who calls", async () => {
    const { bookmark } = await call(watch(), "GET", "/links");
    const watched = watch();
    await call(watched, "GET", "/links", { bookmark: bookmark ?? "" });
    expect(watched.asked[0]).toBe("");
  });

  it("tells the state in answers that refuse a call", async () => {
    const answer = await call(watch(), "GET", "/link/0198c0de-7a10-7000-8000-000000000001");
    expect(answer.status).toBe(404);
    expect(answer.bookmark).toMatch(BOOKMARK);
  });

  it("tells no state if the database failed, so that the next call goes to the primary", async () => {
    const { bookmark } = await call(watch(), "GET", "/links");
    const answer = await call(watch(true), "GET", "/links", { bookmark: bookmark ?? "" });
    expect(answer).toMatchObject({ status: 503, bookmark: null });
  });

  it("is on, off or left out", () => {
    for (const READ_NEARBY of ["on", "off", ""])
      expect(() => checkEnv({ ...env, READ_NEARBY })).not.toThrow();
    expect(() => checkEnv({ ...env, READ_NEARBY: "yes" })).toThrow("variable READ_NEARBY must be on or off");
  });
});
