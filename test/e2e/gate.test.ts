import { afterAll, beforeAll, expect, test } from "vitest";
import { createKillableWorker, type KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";
import { sendRaw, type RawAnswer } from "../support/running-worker.ts";

const HOST = "go.example.com";
const PASSWORD = "öffne dich";

let worker: KillableWorker;

beforeAll(async () => {
  worker = await createKillableWorker();
  await worker.start();
  await worker.call("POST", "/host", { host: HOST });
});

afterAll(() => worker.close());

async function protect(alias: string): Promise<void> {
  await worker.call("POST", "/link", {
    host: HOST,
    alias,
    destination: "https://example.com/",
    password: PASSWORD,
  });
}

function send(method: string, path: string, headers: string[], body = ""): Promise<RawAnswer> {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${HOST}`, "Connection: close", ...headers, "", body];
  return sendRaw(worker.port, lines);
}

function post(path: string, password: string): Promise<RawAnswer> {
  const body = `password=${encodeURIComponent(password)}`;
  const type = "Content-Type: application/x-www-form-urlencoded";
  return send("POST", path, [type, `Content-Length: ${body.length}`], body);
}

test("[5.11] a restart forgets no wrong password, and no browser that was let in", async () => {
  await Promise.all([protect("tried"), protect("open")]);
  const opened = await post("/open", PASSWORD);
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "https://example.com/"]);
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  for (let i = 0; i < 10; i++) expect((await post("/tried", "wrong")).status).toBe(403);
  await worker.kill();
  await worker.start();
  const locked = await post("/tried", PASSWORD);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("GET", "/open", [`Cookie: ${cookie}`])).status).toBe(302);
});

test("[5.9] a program may send any password as UTF-8 in X-Link-Password", async () => {
  await protect("program");
  const header = Buffer.from(`X-Link-Password: ${PASSWORD}`).toString("latin1");
  const { status, body } = await send("GET", "/program", [header]);
  expect([status, body]).toEqual([200, '{"location":"https://example.com/"}']);
});
