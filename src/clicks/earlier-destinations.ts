import type { ShownRule } from "../domain/rule/rule.ts";

/** The destinations of a record, with those of its rules behind, before a change of them. */
export interface EarlierDestinations {
  untilMs: number;
  destinations: string[];
}

/** A change of a record, with the values before it; null where it did not change them. */
export type LaterChange = [
  atMs: number,
  destinations: string[] | null,
  rules: Pick<ShownRule, "destinations">[] | null,
];

/**
 * Returns what the destinations were before each of some changes. A click names its destination by a number, and is counted
 * up to a minute later, when the number may stand for another one (contract 8.7).
 * @param all the destinations now, the first `ownCount` of which are the record's and the others its rules'
 * @param changes in the order of time
 */
export function listEarlier(
  all: readonly string[],
  ownCount: number,
  changes: readonly LaterChange[],
): EarlierDestinations[] {
  let [own, ofRules] = [all.slice(0, ownCount), all.slice(ownCount)];
  const earlier: EarlierDestinations[] = [];
  for (const [untilMs, destinations, rules] of changes.toReversed()) {
    own = destinations ?? own;
    ofRules = rules?.flatMap((rule) => rule.destinations) ?? ofRules;
    earlier.unshift({ untilMs, destinations: [...own, ...ofRules] });
  }
  return earlier;
}
