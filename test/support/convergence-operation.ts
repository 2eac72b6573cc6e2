import fc from "fast-check";

export const LOCATIONS = 3;
export const PATHS = 6;

const location = fc.nat({ max: LOCATIONS - 1 });
const path = fc.nat({ max: PATHS - 1 });
const death = fc.option(fc.record({ operations: fc.integer({ min: 1, max: 25 }), diesAfter: fc.boolean() }), {
  freq: 3,
});

const RESTORES = [
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("save" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restore" as const) }) },
];

const EVENTS = [
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("visit" as const), location, path }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("write" as const), location, path, death }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), location, path, death }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("import" as const), location, death }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("star" as const), location, death }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pattern" as const), location, death, isRemoved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("connect" as const), location, death }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cron" as const), location, death }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("deliver" as const), death }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 45 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("evict" as const), location }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("empty" as const) }) },
];

/** The events that can happen to an installation and its visitors. */
export const operation = fc.oneof(...EVENTS, ...RESTORES);

/** Those of an installation with three databases, whose workspace moves among them. */
export const movingOperation = fc.oneof(...EVENTS, {
  weight: 3,
  arbitrary: fc.record({ kind: fc.constant("move" as const), location, death, to: fc.nat({ max: 2 }) }),
});
export type MovingOperation = typeof movingOperation extends fc.Arbitrary<infer T> ? T : never;
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
