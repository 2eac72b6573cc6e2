import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { movingOperation, operation } from "../support/convergence-operation.ts";
import { forgetHeartbeat } from "../support/forget-heartbeat.ts";
import { migrateDatabases } from "../support/several-databases.ts";
import { World } from "../support/convergence-world.ts";
import { createWorkspace } from "../support/workspace.ts";

/**
 * The bound of contract 19.1, in three locations: random writes, imports, invocations that die between any
 * two operations, restored databases, emptied stores, and visits everywhere.
 */

const RUNS = Number(env.FUZZ_RUNS ?? 25);
/** With three databases, each is a multiple of the work. */
const MOVING_RUNS = 4;
const SEED = 11;

let token: string;

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  await forgetHeartbeat();
  ({ token } = await createWorkspace());
});

it("[19.1] every location is right within the bound, and nothing unconfirmed is cached", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 20, maxLength: 60 }),
      fc.integer(),
      async (steps, seed) => {
        const world = new World(token, seed);
        await world.begin();
        for (const step of steps) {
          await world.run(step);
          await world.observe();
        }
        await world.conclude();
      },
    ),
    // Shrinking takes minutes: the seed and the path that are printed repeat the run.
    // The same runs each time; FUZZ_RUNS asks for others, at random.
    { numRuns: RUNS, endOnFailure: true, ...(env.FUZZ_RUNS === undefined && { seed: SEED }) },
  );
}, 900_000);

it("[39.8] the same is true of a workspace that moves among three databases", async () => {
  await migrateDatabases();
  const databases = [
    { name: "DB", db: env.DB },
    { name: "DB_01", db: env.DB_01 },
    { name: "DB_02", db: env.DB_02 },
  ];
  const homes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(movingOperation, { minLength: 20, maxLength: 60 }),
      fc.integer(),
      async (steps, seed) => {
        const world = new World(token, seed, databases);
        await world.begin();
        for (const step of steps) {
          await world.run(step);
          await world.observe();
        }
        await world.conclude();
        for (const home of world.homes) homes.add(home);
      },
    ),
    {
      numRuns: env.FUZZ_RUNS === undefined ? MOVING_RUNS : RUNS,
      endOnFailure: true,
      ...(env.FUZZ_RUNS === undefined && { seed: SEED }),
    },
  );
  expect([...homes].toSorted()).toEqual(["DB", "DB_01", "DB_02"]);
}, 900_000);
