import { afterAll, beforeAll, expect, it } from "vitest";
import { CONTROL_HOST, OBJECT_FAILURES, type Faults } from "../../scripts/lab/testbed/fault.ts";
import { controlOf, type Control } from "../../scripts/lab/testbed/control.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** A limit of visitors in two isolates, each with a memory of its own, over one counter. */

const HOST = "go.localhost";
const DESTINATION = "https://secret.example/once";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

let worker: RunningWorker;
let control: Control;

beforeAll(async () => {
  worker = await startWorker({ main: "scripts/lab/testbed/entry/breakable-worker.ts", hasTwin: true });
  control = controlOf(worker.port);
  await worker.call("POST", "/host", { host: HOST });
});

afterAll(() => worker?.close());

async function createLimited(max: number): Promise<{ id: string; alias: string }> {
  const fields = { host: HOST, destination: DESTINATION, max_clicks: max };
  return (await worker.call("POST", "/link", fields)).body.data[0];
}

const breakTwin = async (faults: Faults) =>
  void (await worker.askTwin(`http://${CONTROL_HOST}/faults`, {
    method: "POST",
    body: JSON.stringify(faults),
  }));

interface Answer {
  status: number;
  retryAfter: string | undefined;
  tells: boolean;
}

async function visitFirst(alias: string): Promise<Answer> {
  const { status, headers, body } = await worker.visit(HOST, `/${alias}`, "GET", [`User-Agent: ${BROWSER}`]);
  const tells = `${headers.get("location")} ${body}`.includes(DESTINATION);
  return { status, retryAfter: headers.get("retry-after"), tells };
}

async function visitTwin(alias: string): Promise<Answer> {
  const headers = { "User-Agent": BROWSER };
  const response = await worker.askTwin(`http://${HOST}/${alias}`, { headers, redirect: "manual" });
  const tells = `${response.headers.get("Location")} ${await response.text()}`.includes(DESTINATION);
  return { status: response.status, retryAfter: response.headers.get("Retry-After") ?? undefined, tells };
}

/** So many visits at once, by turns in both isolates. */
async function visitBoth(alias: string, visits: number): Promise<Answer[][]> {
  const half = Array.from({ length: visits / 2 });
  return Promise.all([visitFirst, visitTwin].map((visit) => Promise.all(half.map(() => visit(alias)))));
}

const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status && answer.tells === (status === 302)).length;
const leftOf = async (id: string) => (await worker.call("GET", `/link/${id}`)).body.clicks_left as number;

it("[24.5] lets exactly so many of 200 parallel visits through, also after the counter was evicted", async () => {
  const { id, alias } = await createLimited(120);
  const [first = [], twin = []] = await visitBoth(alias, 100);
  expect([countOf(first, 302), countOf(twin, 302)]).toEqual([50, 50]);
  await worker.evictCounter(id, "LIMITS");
  expect(await leftOf(id)).toBe(20);
  const late = (await visitBoth(alias, 200)).flat();
  expect([countOf(late, 302), countOf(late, 410)]).toEqual([20, 180]);
  expect(await leftOf(id)).toBe(0);
});

it("[24.5] lets no visitor through in an isolate whose counter fails, and the others in the second isolate", async () => {
  const { id, alias } = await createLimited(40);
  await breakTwin({ LIMITS: { does: "throw", text: OBJECT_FAILURES.overloaded } });
  const [first = [], twin = []] = await visitBoth(alias, 60);
  expect([countOf(first, 302), countOf(twin, 503)]).toEqual([30, 30]);
  expect(new Set(twin.map(({ retryAfter }) => retryAfter))).toEqual(new Set(["5"]));
  await breakTwin({ LIMITS: { does: "hang" } });
  expect(await visitTwin(alias)).toEqual({ status: 503, retryAfter: "5", tells: false });
  await breakTwin({});
  const late = (await visitBoth(alias, 60)).flat();
  // The visit that hung may have taken a place although no visitor was let through.
  expect(countOf(late, 302)).toBeGreaterThanOrEqual(9);
  expect(countOf(late, 302) + countOf(late, 410)).toBe(60);
  expect(countOf([...first, ...late], 302)).toBeLessThanOrEqual(40);
  expect(await leftOf(id)).toBe(0);
});

it("[24.5] lets through no more than the limit when answers of the counter get lost", async () => {
  let lost = 0;
  // If the second isolate takes all places first, this one asks once, and remembers that none is left: several rounds.
  for (let round = 0; round < 5; round++) {
    const { id, alias } = await createLimited(50);
    await control.breakBindings({ LIMITS: { does: "lose-answer", share: 0.5 } });
    const [first = [], twin = []] = await visitBoth(alias, 200);
    await control.mend();
    const answers = [...first, ...twin];
    lost += countOf(first, 503);
    expect(countOf(answers, 302)).toBeLessThanOrEqual(50);
    expect(countOf(answers, 302) + countOf(answers, 410) + countOf(answers, 503)).toBe(200);
    expect(await leftOf(id)).toBe(0);
  }
  expect(lost).toBeGreaterThan(0);
});
