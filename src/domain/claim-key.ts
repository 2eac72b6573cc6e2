import type { Branded } from "./brand.ts";
import type { Hostname } from "./hostname.ts";

/**
 * Keys of claims in the database (contract 10.14): the hostname itself for the claim that holds it, and
 * `<hostname>|<workspace id>` for a waiting claim. No hostname of a request has a vertical bar, so a lookup
 * by hostname finds only the claim and records of the holder.
 */

type WaitingKey = Branded<"WaitingKey">;
export type ClaimKey = Hostname | WaitingKey;

const BAR = "|";

export function waitingKey(host: Hostname, workspaceId: string): WaitingKey {
  return (host + BAR + workspaceId) as WaitingKey;
}

export function hostOfKey(key: ClaimKey): Hostname {
  const bar = key.indexOf(BAR);
  return (bar < 0 ? key : key.slice(0, bar)) as Hostname;
}

export function isHeldKey(key: ClaimKey): key is Hostname {
  return !key.includes(BAR);
}

export function hostOfKeySql(column: string): string {
  return `iif(instr(${column}, '|') > 0, substr(${column}, 1, instr(${column}, '|') - 1), ${column})`;
}
