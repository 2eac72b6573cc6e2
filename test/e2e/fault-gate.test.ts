import { describe, expect, it } from "vitest";
import { HOST, useBreakableSite } from "../support/breakable-site.ts";
import { D1_FAILURES, OBJECT_FAILURES, type Fault } from "../../scripts/lab/testbed/fault.ts";

/** A password gate on the running worker while what it asks fails, hangs, or is evicted. */

const PASSWORD = "open sesame";
const MOST_OF_ADDRESS = 10;

const site = useBreakableSite();
let links = 0;

/** A link behind a password, and a way to send guesses. */
async function createProtected() {
  const alias = `inside-${++links}`;
  const id = await site.createLink(alias, "https://secret.example/inside", { password: PASSWORD });
  const path = `/${alias}`;
  return {
    id,
    open: () => site.worker.visit(HOST, path),
    guess: (password: string) => site.worker.visit(HOST, path, "GET", [`X-Link-Password: ${password}`]),
  };
}

const faults: [string, Fault][] = [
  ...Object.entries(OBJECT_FAILURES).map(([name, text]): [string, Fault] => [
    `fails (${name})`,
    { does: "throw", text, on: "writes" },
  ]),
  ["hangs", { does: "hang", on: "writes" }],
  ["counts, but its answer gets lost", { does: "lose-answer", text: OBJECT_FAILURES.updated, on: "writes" }],
];

describe.each(faults)("a counter of wrong passwords that %s", (_, fault) => {
  it("[20.9] answers guesses with 503, still shows the form, delays no other record, and works again when it is back", async () => {
    const link = await createProtected();
    const plain = `plain-${links}`;
    await site.createLink(plain, "https://example.com/");
    await site.worker.breakBindings({ ATTEMPTS: fault });
    const answer = await link.guess(PASSWORD);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.body).not.toContain("secret.example");
    expect((await link.open()).status).toBe(200);
    expect((await site.visit(`/${plain}`))[0]).toBe(302);
    await site.worker.mend();
    expect((await link.guess("wrong")).status).toBe(403);
    expect((await link.guess(PASSWORD)).status).toBe(200);
  });
});

describe("a right password", () => {
  it.each<[string, Fault]>([
    ["fails", { does: "throw", text: OBJECT_FAILURES.overloaded, on: "reads" }],
    ["hangs", { does: "hang", on: "reads" }],
  ])("[20.9] opens the gate though giving its attempt back %s", async (_, fault) => {
    const link = await createProtected();
    await site.worker.breakBindings({ ATTEMPTS: fault });
    expect((await link.guess(PASSWORD)).status).toBe(200);
  });

  it.each<[string, Fault]>([
    ["fails", { does: "throw", text: D1_FAILURES.overloaded }],
    ["hangs", { does: "hang" }],
  ])("is answered 503 while the database %s, and takes no attempt", async (_, fault) => {
    const link = await createProtected();
    for (let attempt = 0; attempt < MOST_OF_ADDRESS - 1; attempt++) await link.guess("wrong");
    await site.worker.breakBindings({ DB: fault });
    expect((await link.guess(PASSWORD)).status).toBe(503);
    await site.worker.mend();
    expect((await link.guess(PASSWORD)).status).toBe(200);
  });
});

describe("the limit on guesses", () => {
  it("[20.9] outlives the counter's eviction", async () => {
    const link = await createProtected();
    for (let attempt = 0; attempt < MOST_OF_ADDRESS; attempt++) {
      expect((await link.guess("wrong")).status).toBe(403);
      if (attempt % 4 === 0) await site.worker.evictCounter(link.id);
    }
    await site.worker.evictCounter(link.id);
    expect((await link.guess(PASSWORD)).status).toBe(429);
  });

  it("[20.9] holds under parallel guesses though the counter is evicted in the middle of them", async () => {
    const link = await createProtected();
    // There has to be one to evict.
    await link.guess("wrong");
    const guesses = Array.from({ length: 30 }, () => link.guess("wrong"));
    const evictions = Array.from({ length: 5 }, () =>
      site.worker.evictCounter(link.id).catch(() => undefined),
    );
    await Promise.all(evictions);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    for (const status of statuses) expect([403, 429, 503]).toContain(status);
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(MOST_OF_ADDRESS - 1);
    for (let attempt = 0; attempt < MOST_OF_ADDRESS; attempt++) await link.guess("wrong");
    expect((await link.guess(PASSWORD)).status).toBe(429);
  });

  it("counts an attempt whose answer got lost, so that breaking the counter gives no free guesses", async () => {
    const link = await createProtected();
    await site.worker.breakBindings({
      ATTEMPTS: { does: "lose-answer", text: OBJECT_FAILURES.lost, on: "writes" },
    });
    for (let attempt = 0; attempt < MOST_OF_ADDRESS; attempt++) {
      expect((await link.guess("wrong")).status).toBe(503);
    }
    await site.worker.mend();
    expect((await link.guess(PASSWORD)).status).toBe(429);
  });
});
