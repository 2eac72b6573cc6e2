import { hashText } from "../hash.ts";

/** Returns 53 bits of a text, which a number holds. Different texts have different ones but for one pair in 2^53. */
export function hashTo53Bits(text: string): number {
  return hashText(text) * 2 ** 21 + (hashText(`\0${text}`) >>> 11);
}
