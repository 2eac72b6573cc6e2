import { DurableObject } from "cloudflare:workers";
import type { PlacesLeft } from "../domain/record.ts";

type Limit = [limit: number, version: number, known?: PlacesLeft];

/**
 * Counts the visitors that a record with a limit has let through (contract 24.5). Each record has one object, whose
 * storage outlives the object. A write that changes the limit begins a counter of a higher version. The code is loaded
 * at the first call.
 */
export class VisitorCounter extends DurableObject<object> {
  /**
   * Takes a place. The current counter also counts visits that know only an older version.
   * @param known what the database knows of the places left
   * @returns false if no place is left
   */
  async take(...limit: Limit): Promise<boolean> {
    return (await load()).take(this.ctx, this.env, ...limit);
  }

  async left(...limit: Limit): Promise<number> {
    return (await load()).left(this.ctx, this.env, ...limit);
  }

  /** Refuses all further visitors, because the record is deleted but some visits have an old snapshot. */
  async close(): Promise<void> {
    return (await load()).close(this.ctx.storage);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}

const load = () => import("./count-visitors.ts");
