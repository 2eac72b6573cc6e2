import { sendVisits } from "../support/visitors.ts";
import type { Installation } from "./installation.ts";
import { HOST, type Release } from "./release.ts";

/** Writes of every kind, and visits, all at once. */

/** Connected before the load begins, with the links that are clicked. */
const CLICKED = ["c0", "c1", "c2"];

const WRITERS = 2;
const IMPORT_ROWS = 12;
const CONNECTIONS = 4;

/** Connects the hostname, and creates the links that are clicked. */
export async function prepare({ call }: Installation, release: Release): Promise<void> {
  await call(release, "POST", "/host", { host: HOST });
  for (const alias of CLICKED) {
    await call(release, "POST", "/link", { host: HOST, alias, destination: "https://example.org/" });
  }
}

/**
 * Lets two writers do their turns while visitors click, on the releases that are live.
 * @param name no other load has it
 */
export async function runLoad(
  installation: Installation,
  name: string,
  { visits, turns }: { visits: number; turns: number },
): Promise<void> {
  const { worker, live, call } = installation;
  const targets = CLICKED.map((alias) => ({ host: HOST, path: `/${alias}` }));
  const visiting = sendVisits({
    port: worker.port,
    targets,
    connections: CONNECTIONS,
    first: 0,
    count: visits,
  });
  const writing = Array.from({ length: WRITERS }, async (_, number) => {
    // Each token has its limit of calls.
    const created = await call(live[0] ?? "current", "POST", "/tokens", { name: `${name}-${number}` });
    let calls = number;
    const writer: Writer = {
      name: `${name}-${number}`,
      // Its calls go to the live releases in turn: each of them meets what the other wrote.
      call: (method, path, body) =>
        call(live[calls++ % live.length] ?? "current", method, path, body, created.token as string),
    };
    await write(writer, turns);
  });
  const [answered] = await Promise.all([visiting, ...writing]);
  if (answered.length !== visits) throw new Error(`${answered.length} of ${visits} visits were answered`);
}

interface Writer {
  name: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown): Promise<any>;
}

/** Writes and reads in turn. Every fifth link stays as it was made, and every third is deleted. */
async function write({ name, call }: Writer, turns: number): Promise<void> {
  const host = `${name}.example.net`;
  await call("POST", "/host", { host });
  for (let turn = 0; turn < turns; turn++) {
    const alias = `${name}-${turn}`;
    const destination = `https://example.com/${name}/${turn}`;
    const tags = [`tag${turn % 4}`, name];
    const { data } = await call("POST", "/link", { host: turn % 2 ? host : HOST, alias, destination, tags });
    const id = data[0].id as string;
    if (turn % 5 !== 0) {
      await call("PUT", `/link/${id}`, { destination: `${destination}/changed`, tags: [`tag${turn % 3}`] });
      await call("POST", `/links/${id}/pause`);
    }
    if (turn % 2) await call("POST", `/links/${id}/resume`);
    if (turn % 3 === 0) await call("DELETE", `/link/${id}`);
    if (turn % 4 === 0) await call("POST", "/redirect", { url: `${host}/old/${turn}`, destination });
    if (turn % 4 === 1) await importRows(call, host, turn);
    if (turn % 4 === 2) await connectAndLeave(call, `${turn}.${host}`);
    if (turn % 4 === 3) await read(call);
  }
}

/** Imports rows of which half are there already the second time. */
async function importRows(call: Writer["call"], host: string, turn: number): Promise<void> {
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => ({
    host,
    alias: `row-${turn}-${row}`,
    destination: `https://example.com/row/${row}`,
    tags: [`tag${row % 5}`],
  }));
  await call("POST", "/bulk/import", { mode: "upsert", rows: rows.slice(IMPORT_ROWS / 2) });
  await call("POST", "/bulk/import", {
    mode: "upsert",
    rows: rows.map((row) => ({ ...row, title: "again" })),
  });
}

async function connectAndLeave(call: Writer["call"], host: string): Promise<void> {
  await call("POST", "/host", { host });
  const { data } = await call("POST", "/link", { host, alias: "x", destination: "https://example.com/" });
  await call("DELETE", `/link/${data[0].id}`);
  await call("DELETE", `/host/${host}`);
}

async function read(call: Writer["call"]): Promise<void> {
  for (const path of ["/link/count", "/links/facets", "/links?filter[tags]=tag1", "/host", "/stats"]) {
    await call("GET", path);
  }
}
