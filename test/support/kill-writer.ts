import type { KillLedger } from "../../scripts/lab/testbed/kill-ledger.ts";
import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";

/** Somebody who writes to a worker that may be killed at any moment. */

const IMPORT_ROWS = 40;

export interface Writer {
  worker: Pick<KillableWorker, "call">;
  ledger: KillLedger;
  token: string;
  host: string;
  /** Unique in the run. */
  name: string;
  random: () => number;
  isImporter: boolean;
}

/** Writes to records of its own, one write after the other, until the worker is gone. */
export async function write(writer: Writer): Promise<void> {
  const mine: string[] = [];
  try {
    for (let turn = 0; ; turn++) {
      const { random, isImporter } = writer;
      const id = mine[Math.floor(random() * mine.length)];
      const chance = random();
      if (isImporter) await importRows(writer, turn);
      else if (id === undefined || chance < 0.3) mine.push(await create(writer, turn));
      else if (chance < 0.9) await change(writer, id, turn);
      else {
        await remove(writer, id);
        mine.splice(mine.indexOf(id), 1);
      }
    }
  } catch (error) {
    // Fetch fails so where the worker is gone; whatever the worker itself says is no reason to stop.
    if (!(error instanceof TypeError)) throw error;
  }
}

const destinationOf = ({ name }: Writer, turn: number) => `https://example.com/${name}/${turn}`;

async function create(writer: Writer, turn: number): Promise<string> {
  const { worker, ledger, token, host, name } = writer;
  const destination = destinationOf(writer, turn);
  const body = { host, alias: `c${name}-${turn}`, destination, tags: [`t${turn % 3}`] };
  const { data } = await worker.call("POST", "/link", body, token);
  ledger.noteCreated(data[0].id, destination);
  return data[0].id;
}

async function change(writer: Writer, id: string, turn: number): Promise<void> {
  const { worker, ledger, token } = writer;
  const destination = destinationOf(writer, turn);
  ledger.noteChanging(id, destination);
  await worker.call("PUT", `/link/${id}`, { destination, title: `turn ${turn}` }, token);
  ledger.noteChanged(id);
}

async function remove({ worker, ledger, token }: Writer, id: string): Promise<void> {
  ledger.noteChanging(id, null);
  await worker.call("DELETE", `/link/${id}`, undefined, token);
  ledger.noteChanged(id);
}

async function importRows(writer: Writer, turn: number): Promise<void> {
  const { worker, ledger, token, host, name } = writer;
  const prefix = `i${name}-${turn}-`;
  const destination = destinationOf(writer, turn);
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => ({
    host,
    alias: prefix + row,
    destination,
  }));
  try {
    const { data } = await worker.call("POST", "/bulk/import", { rows }, token);
    for (const { id } of data) ledger.noteCreated(id, destination);
  } catch (error) {
    ledger.noteOpenImport(prefix, IMPORT_ROWS);
    throw error;
  }
}
