import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { databaseOf } from "../../src/database-of.ts";

it("the environment of work in the only database is the object of the bindings itself, so that a visit makes none", () => {
  expect(databaseOf(env)).toBe(env);
});
