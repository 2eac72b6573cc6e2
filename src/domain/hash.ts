/** Returns 32 bits that depend on every character of a text (FNV-1a, mixed). Not a cryptographic hash. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a hash of 53 bits, which fits into a number. Two different texts collide with a probability of 2^-53. */
export function hashTo53Bits(text: string): number {
  return hashText(text) * 2 ** 21 + (hashText(`\0${text}`) >>> 11);
}
