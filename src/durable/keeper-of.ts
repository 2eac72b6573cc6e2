import type { HeartbeatKeeper } from "./heartbeat-keeper.ts";

/** Returns the one object that the installation has of its kind. Scripts load this file, but not the class. */
export function keeperOf(
  namespace: DurableObjectNamespace<HeartbeatKeeper>,
): DurableObjectStub<HeartbeatKeeper> {
  return namespace.get(namespace.idFromName("heartbeat"));
}
