import { beforeEach, expect, test } from "vitest";
import { connectApi } from "../../scripts/deploy/api.ts";
import { checkPlace, type Place } from "../../scripts/deploy/place.ts";
import { ensureDatabase } from "../../scripts/deploy/resource.ts";
import { usePlatform } from "../support/cloudflare/use-platform.ts";

/** The place of the database, which the deployment chooses once. */

const platform = usePlatform();
beforeEach(() => platform.account.databases.clear());

function contextOf() {
  const api = connectApi({ token: "login" }, platform.api.url);
  return { api, accountId: platform.account.id, say: () => {} };
}

/** Creates a database as one deployment, and looks at it as another. */
async function check(made: Place, wanted: Place) {
  const id = await ensureDatabase(contextOf(), made, { database_name: "signpost", id: undefined });
  return await checkPlace(contextOf(), wanted, id);
}

test.each<[Place, object]>([
  [{}, { region: "enam", jurisdiction: null }],
  [{ location: "oc" }, { region: "oc", jurisdiction: null }],
  [{ jurisdiction: "eu" }, { region: "weur", jurisdiction: "eu" }],
])("a database is created at the place of the settings: %j", async (place, made) => {
  expect(await check(place, place)).toEqual({ keep: expect.any(Object), todo: [] });
  expect([...platform.account.databases.values()]).toMatchObject([made]);
});

test.each<[Place, Place, string]>([
  [{}, { jurisdiction: "eu" }, "has no jurisdiction, and the settings say eu"],
  [{ jurisdiction: "us" }, { jurisdiction: "eu" }, "has the jurisdiction us, and the settings say eu"],
  [{ jurisdiction: "eu" }, { location: "weur" }, 'Replace it in the settings by "jurisdiction": "eu"'],
])("a database of %j is refused for the settings %j", async (made, wanted, message) => {
  await expect(check(made, wanted)).rejects.toThrow(message);
});

test("a location that Cloudflare did not choose, or that was changed later, is told", async () => {
  const { todo } = await check({ location: "enam" }, { location: "weur" });
  expect(todo).toEqual([expect.stringContaining("runs in eastern North America, not in western Europe")]);
});

test("a jurisdiction comes back into settings that lack it", async () => {
  expect(await check({ jurisdiction: "eu" }, {})).toEqual({ keep: { jurisdiction: "eu" }, todo: [] });
});
