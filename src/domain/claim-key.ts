/**
 * Keys of claims in the database (contract 10.14): the hostname itself for the claim that holds it,
 * `<hostname>|<workspace id>` for one that waits. No hostname of a request has a vertical bar, so a
 * lookup by hostname finds the holder's claim and records, and no others.
 */

const BAR = "|";

export function waitingKey(host: string, workspaceId: string): string {
  return host + BAR + workspaceId;
}

/** Returns the hostname that a key is for. */
export function hostOfKey(key: string): string {
  const bar = key.indexOf(BAR);
  return bar < 0 ? key : key.slice(0, bar);
}

/** Returns whether the claim with this key holds its hostname. */
export function isHeldKey(key: string): boolean {
  return !key.includes(BAR);
}

/** Returns SQL for the hostname of the key in a column. */
export function hostOfKeySql(column: string): string {
  return `iif(instr(${column}, '|') > 0, substr(${column}, 1, instr(${column}, '|') - 1), ${column})`;
}
