import { allDestinations, type Leading } from "./rule/rule.ts";

export type Threats = Record<string, string>;

/** The fields of a record that show which of its destinations are dangerous. */
interface Checked extends Leading {
  threats: Threats;
}

/** Returns the indices of a record's destinations that are reported as dangerous, ascending. */
export function flaggedDestinations({ destinations, threats }: Checked): number[] {
  return destinations.flatMap((destination, index) => (Object.hasOwn(threats, destination) ? [index] : []));
}

/**
 * Returns a record's threats after some destinations were checked. The threats of the others do not change, and
 * former destinations of the record are removed.
 */
export function threatsAfter(
  { threats, ...record }: Checked,
  asked: ReadonlySet<string>,
  reported: ReadonlyMap<string, string>,
): Threats {
  return Object.fromEntries(
    allDestinations(record).flatMap((destination) => {
      const known = Object.hasOwn(threats, destination) ? threats[destination] : undefined;
      const threat = asked.has(destination) ? reported.get(destination) : known;
      return threat === undefined ? [] : [[destination, threat]];
    }),
  );
}
