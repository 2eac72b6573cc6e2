import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startBreakableWorker, type BreakableWorker } from "../support/breakable-worker.ts";
import type { BreakableName, Fault } from "../support/fault.ts";

/** The running worker without something that a deployment forgot. */

const HOST = "go.example.com";
const PASSWORD = "open sesame";

let worker: BreakableWorker;
/** Of the link behind a password, as a browser got it while all was there. */
let cookie: string;

beforeAll(async () => {
  worker = await startBreakableWorker();
  await post("/host", { host: HOST });
  await post("/link", { host: HOST, alias: "plain", destination: "https://example.com/" });
  await post("/link", {
    host: HOST,
    alias: "inside",
    destination: "https://secret.example/",
    password: PASSWORD,
  });
  const opened = await guess();
  expect(opened.status).toBe(200);
  cookie = opened.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
});

afterEach(() => worker.mend());
afterAll(() => worker.close());

async function post(path: string, body: object): Promise<void> {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const visit = async (path: string, headers: string[] = []) =>
  (await worker.visit(HOST, path, "GET", headers)).status;
const guess = () => worker.visit(HOST, "/inside", "GET", [`X-Link-Password: ${PASSWORD}`]);
const missing: Fault = { does: "be-missing" };

const NAMES: BreakableName[] = [
  "DB",
  "SNAPSHOTS",
  "PROJECTION",
  "CLICKS",
  "WATCH",
  "ATTEMPTS",
  "MISS_LIMITER",
  "API_LIMITER",
  "UNAUTHENTICATED_LIMITER",
  "SIGNING_KEY",
];

describe.each(NAMES)("without %s", (name) => {
  it("visitors are redirected, the API and cron say by a failure that something is missing, until it is there", async () => {
    await worker.forget();
    await worker.breakBindings({ [name]: missing });
    expect(await visit("/plain")).toBe(302);
    expect(await visit("/nowhere")).toBe(name === "DB" ? 503 : 404);
    expect(await adminStatus()).toBe(500);
    await expect(worker.sweep()).rejects.toThrow();
    await worker.mend();
    expect(await adminStatus()).toBe(200);
    await worker.sweep();
    expect(await worker.audit()).toEqual([]);
  });
});

/** Of a call that may be answered by the platform in words of its own. */
async function adminStatus(): Promise<number> {
  const headers = [`Authorization: Bearer ${worker.token}`];
  return (await worker.visit("localhost", "/v1/test", "GET", headers)).status;
}

describe("a password gate", () => {
  it.each<BreakableName>(["SIGNING_KEY", "ATTEMPTS", "DB"])(
    "without %s stays closed: 503 for a guess, and no trace of the destination",
    async (name) => {
      await worker.breakBindings({ [name]: missing });
      const answer = await guess();
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      const form = await worker.visit(HOST, "/inside");
      expect([form.status, form.headers.get("location")]).toEqual([200, undefined]);
      expect(answer.body + form.body).not.toContain("secret.example");
    },
  );

  it("without a key to check its signature takes no cookie, and takes it again when the key is back", async () => {
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(302);
    await worker.breakBindings({ SIGNING_KEY: missing });
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(200);
    await worker.mend();
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(302);
  });
});
