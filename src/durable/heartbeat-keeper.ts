import { DurableObject } from "cloudflare:workers";
import type { Heartbeat } from "../domain/heartbeat.ts";

/**
 * Remembers the last heartbeat outside the database, so that a restore of the database does not change it. The
 * installation has one object.
 */
export class HeartbeatKeeper extends DurableObject {
  async read(): Promise<Heartbeat | null> {
    return (await this.ctx.storage.get<Heartbeat>("heartbeat")) ?? null;
  }

  /** Remembers a heartbeat that the database already has. */
  async write(heartbeat: Heartbeat): Promise<void> {
    await this.ctx.storage.put("heartbeat", heartbeat);
  }
}

export function keeperOf(
  namespace: DurableObjectNamespace<HeartbeatKeeper>,
): DurableObjectStub<HeartbeatKeeper> {
  return namespace.get(namespace.idFromName("heartbeat"));
}
