/** What a step sees, and what follows from it. */

export type Observation =
  /** As the docs say. */
  | { kind: "seen"; text: string }
  /** Other than the docs say. */
  | { kind: "different"; text: string; expected: string }
  /** Something that could not be looked at, and why. */
  | { kind: "unseen"; text: string };

export type OutcomeKind = "seen" | "different" | "skipped" | "failed";

export function seen(text: string): Observation {
  return { kind: "seen", text };
}

export function different(expected: string, text: string): Observation {
  return { kind: "different", expected, text };
}

export function unseen(text: string): Observation {
  return { kind: "unseen", text };
}

/** Returns the outcome of a step that did not fail. A step that saw nothing at all was skipped. */
export function outcomeOf(observations: Observation[]): Exclude<OutcomeKind, "failed"> {
  if (observations.some(({ kind }) => kind === "different")) return "different";
  return observations.some(({ kind }) => kind === "seen") ? "seen" : "skipped";
}
