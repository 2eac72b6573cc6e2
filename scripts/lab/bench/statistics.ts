/** Returns the median; the mean of the two middle values if the count is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Half of the values lie between these two. */
export function quartiles(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.75)];
}

/** The geometric mean of ratios, with the interval that holds the true one with a probability of 99 %. */
export interface MeanRatio {
  mean: number;
  low: number;
  high: number;
}

/** Student's t for 99 % on both sides, by degrees of freedom less one. */
const STUDENT_99 = [
  63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.25, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947,
  2.921, 2.898, 2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797, 2.787, 2.779, 2.771, 2.763, 2.756, 2.75,
];

/** Needs at least two ratios; from 32 on, the interval is a little wider than it has to be. */
export function meanRatio(ratios: number[]): MeanRatio {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const student = STUDENT_99[logs.length - 2] ?? STUDENT_99.at(-1) ?? Number.NaN;
  const half = student * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
