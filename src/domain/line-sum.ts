/**
 * A checksum of lines that does not depend on their order: the number of lines, and the sum of their
 * SHA-256 digests modulo 2^128. More lines can be added to it later.
 */
export interface LineSum {
  count: number;
  /** 32 hexadecimal digits. */
  sum: string;
}

export const NO_LINES: LineSum = { count: 0, sum: "0".repeat(32) };

const MODULUS = 1n << 128n;

/**
 * Adds lines to a checksum.
 * @param digests the SHA-256 of each line
 */
export function addDigests({ count, sum }: LineSum, digests: Uint8Array[]): LineSum {
  let total = BigInt(`0x${sum}`);
  for (const { buffer, byteOffset } of digests) {
    const view = new DataView(buffer, byteOffset, 16);
    total += (view.getBigUint64(0) << 64n) + view.getBigUint64(8);
  }
  return { count: count + digests.length, sum: (total % MODULUS).toString(16).padStart(32, "0") };
}
