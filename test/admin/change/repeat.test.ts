import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import type { Env } from "../../../src/env.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { proxyOf } from "../../support/proxy-of.ts";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

/** Sends a keyed call, on bindings of the test's own. */
async function sendKeyed(path: string, bindings: Env): Promise<{ status: number; state: string }> {
  const headers = { Authorization: `Bearer ${site.token}`, "Idempotency-Key": "a" };
  const request = new Request(`http://localhost:8787/v1${path}`, { method: "POST", headers });
  const response = await answerAdmin(request, bindings, createExecutionContext());
  const { state } = await response.json<{ state: string }>();
  return { status: response.status, state };
}

/** The bindings with a database that answers no question any more once the state of a change is to be written. */
function loseAnswers(): Env {
  let isLost = false;
  const prepare = (sql: string) => {
    if (isLost && sql.trimStart().startsWith("SELECT")) throw new Error("D1_ERROR: Network connection lost.");
    if (sql.includes("UPDATE changes SET state")) isLost = true;
    return env.DB.prepare(sql);
  };
  return { ...env, DB: proxyOf(env.DB, { prepare }) };
}

async function plan(): Promise<string> {
  const { id } = await site.createLink({ destination: "https://old.example" });
  const body = { ids: [id], set: { destination: "https://new.example" } };
  return requireOk(await site.call("POST", "/changes", body)).body.id;
}

async function apply(): Promise<string> {
  const id = await plan();
  requireOk(await site.call("POST", `/changes/${id}/apply`));
  return id;
}

async function collect(): Promise<string> {
  const body = { upload: true, mode: "create" };
  return requireOk(await site.call("POST", "/changes", body)).body.id;
}

it.each([
  ["plan", collect, "planning"],
  ["apply", plan, "applying"],
  ["stop", plan, "expired"],
  ["undo", apply, "undoing"],
])(
  "[9.21] a repeated %s shows the change whose state the first call has changed",
  async (verb, make, state) => {
    const path = `/changes/${await make()}/${verb}`;
    expect((await sendKeyed(path, loseAnswers())).status).toBe(503);
    expect(await sendKeyed(path, env)).toEqual({ status: 200, state });
  },
);

it.each([
  ["apply", plan, "applied"],
  ["undo", apply, "undone"],
])("[9.21] %s is executed later if another change was at work", async (verb, make, state) => {
  const path = `/changes/${await make()}/${verb}`;
  const other = await plan();
  const setOther = (to: string) =>
    env.DB.prepare("UPDATE changes SET state = ?2 WHERE id = ?1").bind(other, to).run();
  await setOther("applying");
  expect((await sendKeyed(path, env)).status).toBe(409);
  await setOther("planned");
  expect(await sendKeyed(path, env)).toEqual({ status: 200, state });
});
