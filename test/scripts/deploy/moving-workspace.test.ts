import { expect, test } from "vitest";
import { ApiError, type Api } from "../../../scripts/deploy/api.ts";
import { refuseMovingWorkspace } from "../../../scripts/deploy/moving-workspace.ts";

/** An account with the databases `one`, `two` and `old`, of which the second knows a move in a state. */
function apiOf(state: string | null): Api {
  const call = async (_method: string, path: string) => {
    if (path.endsWith("/one/query")) return [{ results: [] }];
    if (path.endsWith("/two/query")) {
      return [{ results: state === null ? [] : [{ workspaceId: "w", state, other: "DB" }] }];
    }
    if (path.endsWith("/old/query"))
      throw new ApiError(path, 400, [{ code: 7500, message: "no such table: moves" }]);
    throw new Error(`unexpected: ${path}`);
  };
  return { call } as unknown as Api;
}

const check = (state: string | null, ...ids: (string | undefined)[]) =>
  refuseMovingWorkspace(
    apiOf(state),
    "a",
    ids.map((id, index) => ({ binding: `DB_0${index}`, id })),
  );

test.each([
  ["copying", "the workspace w is moving from DB_01 to DB. Wait until it has arrived"],
  ["arriving", "the workspace w is arriving in DB_01 from DB. Wait until it has"],
  ["left", "the workspace w has left DB_01 for DB, and its old rows are not deleted yet."],
])("[39.8] nothing is deployed while a move is %s", async (state, text) => {
  await expect(check(state, "one", "two")).rejects.toThrow(text);
  await expect(check(state, "one", "two")).rejects.toThrow("npm run workspace -- move w --cancel --remote");
});

test("[39.8] a deployment goes on if nothing moves, if a database is new or older, and without further databases", async () => {
  await check(null, "one", "two");
  await check(null, "old", undefined);
  await check("copying", "two");
});
