/** Returns random numbers from 0 up to 1 with 53 bits. The same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  // A counter whose bits are mixed until neighbours have nothing in common.
  const next32 = () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  };
  return () => ((next32() >>> 5) * 0x4000000 + (next32() >>> 6)) / 0x20000000000000;
}
