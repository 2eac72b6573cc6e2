/** A share that was counted, with the bounds within which the true one lies in 95 of 100 cases. */
export interface CountedShare {
  share: number;
  low: number;
  high: number;
}

/** The normal quantile of 95 %. */
const Z = 1.959964;

/** Returns a part of a whole with its interval by Wilson, which holds for few and for extreme counts, too. */
export function shareOf(part: number, whole: number): CountedShare {
  if (whole === 0) return { share: 0, low: 0, high: 1 };
  const share = part / whole;
  const weight = Z ** 2 / whole;
  const middle = (share + weight / 2) / (1 + weight);
  const half = Math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight);
  return {
    share,
    low: part === 0 ? 0 : Math.max(middle - half, 0),
    high: part === whole ? 1 : Math.min(middle + half, 1),
  };
}

/** An interval that is wider than this says too little. */
const WIDEST = 0.2;

/** Says what the two largest shares tell: a difference that is more than chance, too few counts for one, or none. */
export function judgeShares(shares: readonly CountedShare[]): "few" | "overlap" | "apart" {
  const [first, second] = shares.toSorted((a, b) => b.share - a.share);
  if (first === undefined || second === undefined) return "few";
  if (second.high < first.low) return "apart";
  return [first, second].some(({ low, high }) => high - low > WIDEST) ? "few" : "overlap";
}
