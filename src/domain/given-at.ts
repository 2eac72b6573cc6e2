import type { SpecialAnswer } from "./snapshot.ts";

/** Returns whether the routing of a record has ended at a moment (contract 6.7). */
export function hasEnded({ ends }: SpecialAnswer, nowMs: number): boolean {
  return ends !== undefined && ends.atMs <= nowMs;
}

/** The answers after the end: what a visit caches belongs to one object. */
const ended = new WeakMap<SpecialAnswer, SpecialAnswer["given"]>();

/** Returns the answer of a record without its rules at a moment: from its end on, with other destinations to choose from. */
export function givenAt(special: SpecialAnswer, nowMs: number): SpecialAnswer["given"] {
  const { given, ends } = special;
  if (ends === undefined || !hasEnded(special, nowMs) || !("target" in given)) return given;
  const known = ended.get(special);
  if (known !== undefined) return known;
  const { live: _, ...target } = given.target;
  const made = { ...given, target: { ...target, ...ends.choice } };
  ended.set(special, made);
  return made;
}
