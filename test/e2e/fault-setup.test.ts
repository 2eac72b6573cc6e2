import { beforeAll, describe, expect, it } from "vitest";
import { HOST, useBreakableSite } from "../support/breakable-site.ts";
import type { BreakableName, Fault } from "../../scripts/lab/testbed/fault.ts";

/** The running worker without something that a deployment forgot. */

const PASSWORD = "open sesame";

const site = useBreakableSite();
/** Of the link behind a password, as a browser got it while all was there. */
let cookie: string;

beforeAll(async () => {
  await site.createLink("plain", "https://example.com/");
  await site.createLink("inside", "https://secret.example/", { password: PASSWORD });
  const opened = await guess();
  expect(opened.status).toBe(200);
  cookie = opened.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
});

const visit = async (path: string, headers: string[] = []) =>
  (await site.worker.visit(HOST, path, "GET", headers)).status;
const guess = () => site.worker.visit(HOST, "/inside", "GET", [`X-Link-Password: ${PASSWORD}`]);
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
  it("[20.10] visitors are redirected while something is missing, and the API and cron fail and say so until it is there", async () => {
    await site.worker.forget();
    await site.worker.breakBindings({ [name]: missing });
    expect(await visit("/plain")).toBe(302);
    expect(await visit("/nowhere")).toBe(404);
    expect(await adminStatus()).toBe(500);
    await expect(site.worker.sweep()).rejects.toThrow();
    await site.worker.mend();
    expect(await adminStatus()).toBe(200);
    await site.worker.sweep();
    expect(await site.worker.audit()).toEqual([]);
  });
});

/** Of a call that may be answered by the platform in words of its own. */
async function adminStatus(): Promise<number> {
  const headers = [`Authorization: Bearer ${site.worker.token}`];
  return (await site.worker.visit("localhost", "/v1/test", "GET", headers)).status;
}

describe("a password gate", () => {
  it.each<BreakableName>(["SIGNING_KEY", "ATTEMPTS", "DB"])(
    "[20.10] without %s stays closed: 503 for a guess, and no trace of the destination",
    async (name) => {
      await site.worker.breakBindings({ [name]: missing });
      const answer = await guess();
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      const form = await site.worker.visit(HOST, "/inside");
      expect([form.status, form.headers.get("location")]).toEqual([200, undefined]);
      expect(answer.body + form.body).not.toContain("secret.example");
    },
  );

  it("[20.10] refuses a cookie while the key of its signature is missing, and accepts it again when the key is back", async () => {
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(302);
    await site.worker.breakBindings({ SIGNING_KEY: missing });
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(200);
    await site.worker.mend();
    expect(await visit("/inside", [`Cookie: ${cookie}`])).toBe(302);
  });
});
