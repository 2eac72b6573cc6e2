import { setTimeout as delay } from "node:timers/promises";
import type { KillableWorker } from "../../../scripts/lab/testbed/killable-worker.ts";
import { createTokens } from "../kill-run.ts";
import { write } from "../kill-writer.ts";
import { sendVisits } from "../visitors.ts";
import { destinationOf, HOST, VISITED, type Stock } from "./stock.ts";

/** Those who write and visit while a workspace moves. Writes that are refused for the move are sent again. */

const WRITERS = 3;
const VISITS = { connections: 4, pauseMs: 20 };
const RETRY_MS = 50;

export class Load {
  /** Writes that were refused. */
  refused = 0;
  /** Visits that were answered, each with the right location. */
  visits = 0;
  /** The longest that a write took since somebody set it to 0, if it was refused at first. */
  refusedMs = 0;
  private readonly worker: KillableWorker;
  private readonly stock: Stock;
  private readonly random: () => number;
  private tokens: string[] = [];
  private lives = 0;

  constructor(worker: KillableWorker, stock: Stock, random: () => number) {
    this.worker = worker;
    this.stock = stock;
    this.random = random;
  }

  /** Writes and visits until the worker is gone. */
  async run(): Promise<void> {
    const { worker, stock, random } = this;
    if (this.tokens.length === 0) this.tokens = await createTokens(worker, WRITERS);
    const life = ++this.lives;
    const patient = { call: this.call.bind(this) };
    const { ledger, ids } = stock;
    const writing = this.tokens.map((token, writer) =>
      write({
        worker: patient,
        ledger,
        token,
        host: HOST,
        name: `${life}-${writer}`,
        random,
        isImporter: writer === 0,
      }),
    );
    const targets = ids
      .slice(0, VISITED)
      .map((_, place) => ({ host: HOST, path: `/r${place}`, location: destinationOf(place) }));
    const { port } = worker;
    const answered = await sendVisits({ port, targets, ...VISITS, first: this.visits, count: Infinity });
    this.visits += answered.length;
    await Promise.all(writing);
  }

  private async call(...call: Parameters<KillableWorker["call"]>): Promise<unknown> {
    const begunMs = performance.now();
    for (;;) {
      try {
        return (await this.worker.call(...call)) as unknown;
      } catch (error) {
        if (!/: 503 /.test(String(error))) throw error;
        this.refused++;
        await delay(RETRY_MS);
        this.refusedMs = Math.max(this.refusedMs, performance.now() - begunMs);
      }
    }
  }
}
