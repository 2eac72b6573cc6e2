import type { SpecialAnswer } from "./snapshot.ts";

/** Returns whether the routing of a record has ended at a moment (contract 6.7). */
export function hasEnded({ ends }: SpecialAnswer, nowMs: number): boolean {
  return ends !== undefined && ends.atMs <= nowMs;
}

/** Returns the answer of a record without its rules at a moment: from its end on, with other destinations to choose from. */
export function givenAt(special: SpecialAnswer, nowMs: number): SpecialAnswer["given"] {
  const { given, ends } = special;
  if (ends === undefined || !hasEnded(special, nowMs) || !("target" in given)) return given;
  const { live: _, ...target } = given.target;
  return { ...given, target: { ...target, ...ends.choice } };
}
