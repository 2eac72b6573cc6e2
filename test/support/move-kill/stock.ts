import { expect } from "vitest";
import { KillLedger, readInTurn } from "../../../scripts/lab/testbed/kill-ledger.ts";
import type { KillableWorker } from "../../../scripts/lab/testbed/killable-worker.ts";
import { SWEEP_LATER_MS } from "../../../scripts/lab/testbed/control.ts";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { asD1 } from "../../../scripts/support/d1.ts";
import { toInstallationDatabase } from "../../../scripts/support/installation-database.ts";
import type { LocalDatabase } from "../../../scripts/support/local-database.ts";
import { MINUTE_MS } from "../../../src/domain/time.ts";
import { readShapes } from "../../../src/storage/move/shape.ts";
import { movedTables } from "../../../src/storage/move/table.ts";
import type { Click } from "../../../src/queue-messages.ts";
import { createTokens } from "../kill-run.ts";

/** What the workspace of a worker with several databases has, by its databases and by its API. */

export const HOST = "go.example.com";
/** So many of the records are visited. */
export const VISITED = 1_000;
export const WORK = { deadlineMs: 1_800_000, everyMs: 500 };
const READERS = 6;
/** Longer than clicks wait. */
const CLICKS_WAIT_MS = 20 * MINUTE_MS;
const ROWS_AT_ONCE = 5_000;
const CLICKS_AT_ONCE = 250;

/** Where a record leads to that nobody writes. */
export const destinationOf = (place: number) => `https://example.com/page/${place}`;

export class Stock {
  readonly ledger = new KillLedger();
  /** Of the records that nobody writes. Their aliases end with their place. */
  readonly ids: string[] = [];
  private readonly worker: KillableWorker;
  private readonly databases: LocalDatabase[];
  private read: ReturnType<typeof readInTurn> = () => Promise.resolve();
  private workspaceId = "";

  constructor(worker: KillableWorker, databases: LocalDatabase[]) {
    this.worker = worker;
    this.databases = databases;
  }

  /** Fills the workspace with records and a click on each. */
  async fill(records: number): Promise<void> {
    const { worker, ids } = this;
    this.workspaceId = String(this.databases[0]?.db.prepare("SELECT id FROM workspaces").get()?.["id"]);
    // The first cron finds KV empty, and would write all snapshots again.
    await worker.sweep();
    await worker.call("POST", "/host", { host: HOST });
    const readers = await createTokens(worker, READERS);
    this.read = readInTurn((path, token) => worker.call("GET", path, undefined, token), readers);
    while (ids.length < records) {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, records - ids.length) }, (_, row) => {
        const place = ids.length + row;
        return { host: HOST, alias: `r${place}`, destination: destinationOf(place) };
      });
      const { data } = await worker.call("POST", "/bulk/import", { rows });
      for (const { id } of data) ids.push(id);
    }
    for (let start = 0; start < records; start += CLICKS_AT_ONCE) {
      const atMs = Date.now();
      const clicks = ids.slice(start, start + CLICKS_AT_ONCE).map((id): Click => [id, atMs, 0, "DE", "", ""]);
      const id = `${atMs.toString(36).padStart(9, "0")}-filling-${start}`;
      await worker.sendClicks({ kind: "clicks", id, clicks });
    }
    await this.settle();
  }

  /** Waits until nothing is left to be delivered, put into KV and counted. */
  private async settle(): Promise<void> {
    const { worker } = this;
    await readUntil(
      () => worker.queueState(),
      ({ waiting }) => waiting === 0,
      WORK,
    );
    await this.sweepUntilNone("pending");
    // Once they wait for others, clicks do so for minutes.
    await this.sweepUntilNone("click_batches WHERE body IS NOT NULL", [SWEEP_LATER_MS, CLICKS_WAIT_MS]);
    this.endLeases();
  }

  private async sweepUntilNone(rows: string, laterMs = [SWEEP_LATER_MS]): Promise<void> {
    const count = ({ db }: LocalDatabase) =>
      Number(db.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.["n"]);
    await readUntil(
      async () => {
        for (const ms of laterMs) await this.worker.sweep(ms);
        return this.databases.every((database) => count(database) === 0);
      },
      Boolean,
      WORK,
    );
  }

  /** The state of the move that goes on, by the database that the workspace leaves; null if none does. */
  state(): string | null {
    const sql = "SELECT state FROM moves WHERE state NOT IN ('arriving', 'arrived', 'cancelled')";
    const rows = this.databases.map(({ db }) => db.prepare(sql).get());
    return (rows.find((row) => row !== undefined)?.["state"] as string | undefined) ?? null;
  }

  /** Ends what a killed process was about to do, as the time that passes does. */
  endLeases(): void {
    this.writeAll("UPDATE job_leases SET leased_until = 0");
  }

  /** Has the workspace have left so long ago that its old rows are deleted. */
  age(): void {
    this.writeAll(`UPDATE moves SET arrived_at = arrived_at - ${15 * MINUTE_MS} WHERE state = 'left'`);
  }

  private writeAll(sql: string): void {
    for (const { db } of this.databases) db.prepare(sql).run();
  }

  /** The place of the database that has the workspace. */
  home(): number {
    return this.databases.findIndex(({ db }) => db.prepare("SELECT 1 FROM workspaces").get() !== undefined);
  }

  /** The rows of the workspace in a database, but for the names of messages, which stay where they were. */
  async countRows(place = this.home()): Promise<number> {
    const { db } = this.databases[place]!;
    const tables = movedTables(this.workspaceId, Date.now()).filter(({ isLog }) => !isLog);
    const shapes = await readShapes(asD1(toInstallationDatabase(db)), tables, this.workspaceId);
    const counts = shapes.map(({ name, isOwn }) =>
      Number(db.prepare(`SELECT count(*) AS n FROM ${name} t WHERE ${isOwn}`).get()?.["n"]),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Compares the acknowledged writes since the last time with what the API says. */
  async checkWrites(at: string): Promise<void> {
    expect(await this.ledger.check(this.read), at).toEqual([]);
  }

  /**
   * The workspace is in one database as a whole, with every record, every acknowledged write and every click.
   * @returns the clicks
   */
  async compare(): Promise<number> {
    await this.settle();
    await this.checkWrites("when it has moved");
    const home = this.home();
    for (const [place, { binding }] of this.databases.entries()) {
      if (place !== home) expect(await this.countRows(place), binding).toBe(0);
    }
    const { binding, db } = this.databases[home]!;
    expect(await this.worker.audit(0, binding)).toEqual([]);
    const found = db.prepare("SELECT id, destinations, version, total_clicks AS clicks FROM records").all();
    const records = new Map(found.map((row) => [row["id"], row]));
    for (const [place, id] of this.ids.entries()) {
      const { destinations, version, clicks } = records.get(id) ?? {};
      if (destinations === JSON.stringify([destinationOf(place)]) && version === 1)
        if (clicks === 1 || (place < VISITED && Number(clicks) > 0)) continue;
      expect.fail(
        `record ${place}: ${String(destinations)}, version ${String(version)}, ${String(clicks)} clicks`,
      );
    }
    const messages = await this.worker.acceptedMessages();
    const accepted = messages.reduce((sum, { clicks }) => sum + clicks.length, 0);
    expect(found.reduce((sum, { clicks }) => sum + Number(clicks), 0)).toBe(accepted);
    return accepted;
  }
}
