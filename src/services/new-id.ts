/** If the clock goes back further than this, it was wrong before, and ids follow it. */
const MAX_ROLLBACK_MS = 10_000;

/** The time of the newest id, and the 74 bits after it. */
let last = { ms: 0, tail: 0n };

/** Returns a UUID version 7 for a time, greater than every earlier one of this isolate (contract 11.3). */
export function newId(nowMs: number): string {
  const [high, low] = crypto.getRandomValues(new BigUint64Array(2)) as unknown as [bigint, bigint];
  const isNewMoment = nowMs > last.ms || nowMs < last.ms - MAX_ROLLBACK_MS;
  last = isNewMoment
    ? // The first of the 74 bits is 0, so that there is room for the following ids.
      { ms: nowMs, tail: ((high >> 55n) << 64n) | low }
    : { ms: last.ms, tail: last.tail + 1n + (high >> 32n) };
  const hex =
    last.ms.toString(16).padStart(12, "0") +
    (0x7000n | (last.tail >> 62n)).toString(16) +
    (0x8000_0000_0000_0000n | BigInt.asUintN(62, last.tail)).toString(16);
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
