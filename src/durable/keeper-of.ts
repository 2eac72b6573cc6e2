import type { HeartbeatKeeper } from "./heartbeat-keeper.ts";

/** Returns the one object that each database has of its kind. Scripts load this file, but not the class. */
export function keeperOf({ HEARTBEAT, DATABASE }: KeeperBindings): DurableObjectStub<HeartbeatKeeper> {
  return HEARTBEAT.get(HEARTBEAT.idFromName(DATABASE === undefined ? "heartbeat" : `heartbeat ${DATABASE}`));
}

interface KeeperBindings {
  HEARTBEAT: DurableObjectNamespace<HeartbeatKeeper>;
  /** The binding of the database; absent for the first. */
  DATABASE?: string;
}
