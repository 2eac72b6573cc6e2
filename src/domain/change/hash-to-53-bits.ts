import { hashText } from "../hash.ts";

/** Returns a hash of 53 bits, which fits into a number. Two different texts collide with a probability of 2^-53. */
export function hashTo53Bits(text: string): number {
  return hashText(text) * 2 ** 21 + (hashText(`\0${text}`) >>> 11);
}
