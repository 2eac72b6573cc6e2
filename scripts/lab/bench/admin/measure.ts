import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "../../../support/command.ts";
import { median } from "../statistics.ts";
import { listCalls, type Call } from "./call.ts";
import { COST_HEADER, STEPS_PATH, type Cost, type StepCosts } from "./cost.ts";

/** The cost of one call with one number of records. */
export interface Measured {
  read: number;
  written: number;
  milliseconds: number;
  /** Its time as a multiple of a `SELECT 1` that is measured alternately. */
  timeRatio: number;
  /** The background count after the answer, and its duration. */
  background?: StepCosts & { seconds: number };
}

const TIMES = 7;
const COUNT_DEADLINE_MS = 180_000;
const POLL_MS = 200;

export async function measureCalls(
  port: number,
  token: string,
  show: (line: string) => void,
): Promise<Map<string, Measured>> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COUNT_DEADLINE_MS),
    });
    const answer = (await response.json()) as { data?: { id: string }[]; refreshing?: boolean };
    if (response.status !== 200) {
      throw new CommandError(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    }
    return { answer, response };
  };
  const costOf = async (method: string, path: string, body?: unknown) => {
    const { answer, response } = await ask(method, path, body);
    const cost = JSON.parse(response.headers.get(COST_HEADER) ?? "") as Cost;
    return { cost, isRefreshing: answer.refreshing === true };
  };
  const newest = await ask("GET", "/v1/link?per_page=1&sort=-updated_at");
  const id = newest.answer.data?.[0]?.id ?? "";
  const measured = new Map<string, Measured>();
  for (const call of listCalls(id, Date.now().toString(36))) {
    const figures = await measure(call, costOf);
    if (call.isCounted === true) {
      const background = await untilCounted(call, ask);
      if (background !== null) figures.background = background;
    }
    measured.set(call.what, figures);
    show(
      `${call.what}: ${figures.read} read, ${figures.written} written, ${figures.milliseconds.toFixed(1)} ms`,
    );
  }
  return measured;
}

type CostOf = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ cost: Cost; isRefreshing: boolean }>;
type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ answer: { refreshing?: boolean }; response: Response }>;

async function measure({ method, path, body, isOnce, isCounted }: Call, costOf: CostOf): Promise<Measured> {
  const costs: Cost[] = [];
  const floors: number[] = [];
  const times = isOnce === true || isCounted === true ? 1 : TIMES;
  for (let time = 0; time < times; time++) {
    floors.push((await costOf("GET", "/select-1")).cost.milliseconds);
    costs.push((await costOf(method, `/v1${path}`, body)).cost);
    floors.push((await costOf("GET", "/select-1")).cost.milliseconds);
  }
  const milliseconds = median(costs.map((cost) => cost.milliseconds));
  return {
    // The first call of a kind may run slower, so the calls after it are measured.
    read: median(costs.map(({ read }) => read)),
    written: median(costs.map(({ written }) => written)),
    milliseconds,
    timeRatio: milliseconds / median(floors),
  };
}

/** Asks again until nothing is refreshing; null if nothing was. */
async function untilCounted(
  { method, path }: Call,
  ask: Ask,
): Promise<(StepCosts & { seconds: number }) | null> {
  const startMs = performance.now();
  while ((await ask(method, `/v1${path}`)).answer.refreshing === true) {
    if (performance.now() - startMs > COUNT_DEADLINE_MS) throw new CommandError(`${path} is never counted`);
    await delay(POLL_MS);
  }
  const { answer } = await ask("GET", STEPS_PATH);
  const steps = answer as unknown as StepCosts;
  return steps.messages === 0 ? null : { ...steps, seconds: (performance.now() - startMs) / 1000 };
}
