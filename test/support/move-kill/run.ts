import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fireCron } from "../../../scripts/lab/testbed/control.ts";
import type { KillableWorker } from "../../../scripts/lab/testbed/killable-worker.ts";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { withExistingDatabase, withLocalDatabases } from "../../../scripts/support/local-database.ts";
import { Load } from "./load.ts";
import { Stock, WORK } from "./stock.ts";

/** Moves a workspace among three databases, under writes, visits and clicks, while its worker is killed again and again. */

export interface MoveKillRun {
  records: number;
  /** The first move, which no kill disturbs: the rows of the workspace, and for how long its writes were refused at most. */
  first: { rows: number; seconds: number; refusedMs: number };
  moves: number;
  /** How often the worker was killed in each state of a move. */
  kills: Record<string, number>;
  /** Writes that were acknowledged, and those that were refused and sent again. */
  acknowledged: number;
  refused: number;
  /** Visits that were answered, each with the right location. */
  visits: number;
  /** Clicks that the queue has taken: as many were counted. */
  clicks: number;
}

export const DATABASES = ["DB", "DB_01", "DB_02"];
const NAME = "Test";
const CRON_EVERY_MS = 1_000;
const MOST_MS_UNTIL_KILL = 8_000;
/** States in whose time the worker is killed; null for any time. */
const AIMS = ["copying", "folding", "closed", "closed", "left", null] as const;
const MOST_MS_UNTIL_STATE = 60_000;
const MOST_MS_IN_STATE = 2_500;

export function runMoveKills(
  worker: KillableWorker,
  { kills, records }: { kills: number; records: number },
  random: () => number,
): Promise<MoveKillRun> {
  return withLocalDatabases(worker.folder, withExistingDatabase, async (databases) => {
    const stock = new Stock(worker, databases);
    const load = new Load(worker, stock, random);
    const run = new MoveRun(worker, stock, load, random);
    await worker.start();
    await stock.fill(records);
    const first = await run.moveWithoutKills();
    tell("the first move", first);
    while (run.killed < kills) tell("a move under kills", await run.moveUnderKills(kills));
    return {
      records,
      first,
      moves: run.moves,
      kills: run.kills,
      acknowledged: stock.ledger.acknowledged,
      refused: load.refused,
      visits: load.visits,
      clicks: await stock.compare(),
    };
  });
}

const tell = (what: string, facts: object) => console.log(`${what}: ${JSON.stringify(facts)}`);

class MoveRun {
  moves = 0;
  readonly kills: Record<string, number> = {};
  private readonly worker: KillableWorker;
  private readonly stock: Stock;
  private readonly load: Load;
  private readonly random: () => number;

  constructor(worker: KillableWorker, stock: Stock, load: Load, random: () => number) {
    this.worker = worker;
    this.stock = stock;
    this.load = load;
    this.random = random;
  }

  get killed(): number {
    return Object.values(this.kills).reduce((sum, count) => sum + count, 0);
  }

  async moveWithoutKills(): Promise<MoveKillRun["first"]> {
    const { worker, stock, load } = this;
    const rows = await stock.countRows();
    const loading = load.run();
    const begunMs = performance.now();
    const command = await this.begin();
    load.refusedMs = 0;
    while (stock.state() !== "left") {
      await fireCron(worker.port);
      await delay(CRON_EVERY_MS);
    }
    await command();
    const seconds = Math.round((performance.now() - begunMs) / 1_000);
    await worker.kill();
    await loading;
    const refusedMs = Math.round(load.refusedMs);
    await this.restart();
    await this.end();
    return { rows, seconds, refusedMs };
  }

  /** @param most kills in all */
  async moveUnderKills(most: number): Promise<object> {
    const { worker, stock, load, kills } = this;
    const command = await this.begin();
    while (stock.state() !== null && this.killed < most) {
      const busy = Promise.all([load.run(), this.fireCronUntilKilled()]);
      await this.waitForMoment();
      const state = stock.state();
      await worker.kill();
      await busy;
      // A kill after the end of a move is none.
      if (state !== null) kills[state] = (kills[state] ?? 0) + 1;
      await this.restart();
      await stock.checkWrites(`after kill ${this.killed}, in ${state ?? "no move"}`);
    }
    await this.end();
    await command();
    return { kills, refused: load.refused, visits: load.visits };
  }

  private async waitForMoment(): Promise<void> {
    const aim = AIMS[Math.floor(this.random() * AIMS.length)] ?? null;
    if (aim === null) return delay(this.random() * MOST_MS_UNTIL_KILL);
    const untilMs = performance.now() + MOST_MS_UNTIL_STATE;
    const isSoughtIn = (state: string | null) =>
      state !== null && state !== aim && performance.now() < untilMs;
    while (isSoughtIn(this.stock.state())) await delay(5);
    await delay(this.random() * MOST_MS_IN_STATE);
  }

  private async fireCronUntilKilled(): Promise<void> {
    try {
      for (;;) {
        this.stock.age();
        await fireCron(this.worker.port);
        await delay(CRON_EVERY_MS);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  private async restart(): Promise<void> {
    this.stock.endLeases();
    await this.worker.start();
    await this.worker.sweep();
  }

  /**
   * Begins a move to another database by the command that people use, and returns when it has begun.
   * @returns the end of the command, which shows the move to its end; as a function, since it is waited for later
   */
  private async begin(): Promise<() => Promise<void>> {
    const { worker, stock } = this;
    this.moves++;
    // The command wants the worker to have been at work in all databases.
    await fireCron(worker.port);
    const to = DATABASES[(stock.home() + 1 + Math.floor(this.random() * 2)) % DATABASES.length] ?? "";
    const args = ["scripts/workspace.ts", "move", NAME, "--to", to];
    const env = { ...process.env, STATE_DIR: worker.folder };
    const command = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    command.stderr.on("data", (text) => (said += String(text)));
    const isDone = () => command.exitCode !== null;
    await readUntil(() => stock.state() !== null || isDone(), Boolean, WORK);
    return async () => {
      await readUntil(isDone, Boolean, WORK);
      if (!said.includes(`${NAME} is in ${to} now`)) throw new Error(`the command said: ${said}`);
    };
  }

  /** Waits until the old rows are gone, and looks at everything. */
  private async end(): Promise<void> {
    const { worker, stock } = this;
    await readUntil(
      async () => {
        stock.age();
        await fireCron(worker.port);
        return stock.state();
      },
      (state) => state === null,
      WORK,
    );
    await stock.compare();
  }
}
