import { hashTo53Bits } from "../../../domain/hash.ts";
import { isWritten, withFields, type PlannedRow } from "../../../domain/change/change.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { slotOf } from "../../../domain/source.ts";
import { readChunk, rewriteChunk } from "../../../storage/change/chunk.ts";
import type { Change } from "../../../storage/change/read.ts";
import { selectStoredRecords } from "../../../storage/record/read.ts";
import type { ServiceContext } from "../../context.ts";
import { slotsOfRequest, type LocalRequest } from "../../write/loop/follow.ts";
import { toCreated } from "./chunk-writes.ts";

/**
 * The records in some slots as a plan changes them. It keeps only numbers of rows, so that 200,000 rows fit into
 * memory, and reads requested rows from their chunks.
 */

/** The most chunks that are kept in memory. Each may have a megabyte. */
const MAX_CACHED = 8;
/** More than the most rows of a chunk. A row is the number of its chunk times this, plus its first index there. */
const ROWS = 256;

export const chunkOf = (at: number) => Math.floor(at / ROWS);
export const indexOf = (at: number) => at % ROWS;

export class PlanOverlay {
  /** Rows that lead to a hostname of the workspace, in order. */
  readonly origins: number[] = [];
  /** Rows that create a record. */
  readonly creations: number[] = [];
  /** Rows that became invalid after planning. Their records stay as they are. */
  readonly refused = new Set<number>();
  /** The last chunk that deletes a record. */
  lastDeletion = -1;
  private readonly slots = new Map<number, number[]>();
  /** Rows that can be a part of a loop: they lead to a hostname of the workspace, or delete a record. */
  private readonly linking = new Set<number>();
  private readonly chunks = new Map<number, PlannedRow[]>();
  private readonly moved = new Set<number>();
  private readonly ctx: ServiceContext;
  private readonly change: Change;

  constructor(ctx: ServiceContext, change: Change) {
    this.ctx = ctx;
    this.change = change;
  }

  /** Adds the rows of a chunk. */
  async add(n: number): Promise<void> {
    for (const [index, row] of (await this.rowsOf(n)).entries()) {
      const { place, result, leadsInside = false } = row;
      if (place === null || !isWritten(result)) continue;
      const at = n * ROWS + index;
      const isDeleted = result === "deleted";
      if (isDeleted) this.lastDeletion = n;
      else if (leadsInside) this.origins.push(at);
      if (result === "created") this.creations.push(at);
      if (isDeleted || leadsInside) this.linking.add(at);
      const { kind } = place.source;
      const key = slotKey(place.host, kind === "pattern" ? ANY_PATTERN : slotOf(place.source));
      this.slots.getOrInsertComputed(key, () => []).push(at);
    }
  }

  /**
   * Returns the planned records that may answer requests, by id; null for a record that the plan deletes.
   * @param positions receives the row of each record
   * @param isMixed leaves out rows that lead outside the workspace, which are not part of any loop
   */
  async readAt(
    requests: LocalRequest<unknown>[],
    positions: Map<string, number>,
    isMixed: boolean,
  ): Promise<Map<string, LinkRecord | null>> {
    const keys = new Set(
      requests.flatMap((request) =>
        [...slotsOfRequest(request), ANY_PATTERN].map((slot) => slotKey(request.host.name, slot)),
      ),
    );
    const wanted = [...keys].flatMap((key) => this.slots.get(key) ?? []);
    return this.read(isMixed ? wanted.filter((at) => this.linking.has(at)) : wanted, positions);
  }

  /** Returns the records of rows as the plan makes them, by their ids. */
  async read(wanted: number[], positions: Map<string, number>): Promise<Map<string, LinkRecord | null>> {
    const { ctx, change } = this;
    const rows = new Map<string, PlannedRow>();
    for (const at of wanted.toSorted((a, b) => a - b)) {
      const row = (await this.rowsOf(chunkOf(at)))[indexOf(at)];
      if (this.refused.has(at) || typeof row?.id !== "string") continue;
      rows.set(row.id, row);
      positions.set(row.id, at);
    }
    const changed = [...rows].filter(([, { version, after }]) => version > 0 && after !== null);
    const ids = changed.map(([id]) => id);
    const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
    const byId = new Map(stored.map(({ record }) => [record.id, record]));
    const records = new Map<string, LinkRecord | null>();
    for (const [id, row] of rows) {
      const before = byId.get(id);
      if (row.after === null) records.set(id, null);
      else if (row.version === 0) records.set(id, toCreated(ctx, change, row, true).record);
      else if (before !== undefined) records.set(id, withFields(before, row.after));
    }
    return records;
  }

  /**
   * Takes rows out of a chunk, to move them.
   * @param taken receives these rows
   * @returns the statement that leaves the other rows in the chunk
   */
  async take(n: number, wanted: number[], taken: Map<number, PlannedRow>): Promise<D1PreparedStatement> {
    const left: PlannedRow[] = [];
    let at = n * ROWS;
    for (const row of await this.rowsOf(n)) {
      // Rows that have moved before are no longer in front of the others.
      while (this.moved.has(at)) at++;
      if (wanted.includes(at)) taken.set(at, row);
      else left.push(row);
      at++;
    }
    for (const one of wanted) this.moved.add(one);
    return this.write(n, left);
  }

  /** Returns the statement that writes the rows of a chunk again. */
  async write(n: number, rows: PlannedRow[]): Promise<D1PreparedStatement> {
    this.chunks.set(n, rows);
    return rewriteChunk(this.ctx.env.DB, this.change, n, rows);
  }

  async rowsOf(n: number): Promise<PlannedRow[]> {
    const known = this.chunks.get(n);
    if (known !== undefined) return known;
    const { id } = this.change;
    const chunk = await readChunk(this.ctx.env, id, n);
    if (chunk === null) throw new Error(`Change ${id} has lost chunk ${n}.`);
    for (const oldest of this.chunks.keys()) {
      if (this.chunks.size < MAX_CACHED) break;
      this.chunks.delete(oldest);
    }
    this.chunks.set(n, chunk.rows);
    return chunk.rows;
  }
}

/** One slot for all patterns of a hostname, because the matching pattern is known only after all are read. */
const ANY_PATTERN = "t";

function slotKey(host: string, slot: string): number {
  return hashTo53Bits(`${host} ${slot}`);
}
