import { expect, test } from "vitest";
import { ApiError, type Api } from "../../../scripts/deploy/api.ts";
import { refuseLostDatabases } from "../../../scripts/deploy/lost-database.ts";

/** A Worker that has the databases DB, DB_01 and DB_02, with the names of the workspaces in the last. */
function apiOf(names: string[]): Api {
  const bindings = [
    { type: "d1", name: "DB", id: "zero" },
    { type: "d1", name: "DB_01", id: "one" },
    { type: "d1", name: "DB_02", database_id: "two" },
    { type: "plain_text", name: "DB_03", text: "no database" },
  ];
  const call = async (_method: string, path: string) => {
    if (path.endsWith("/settings")) return { bindings };
    if (path.endsWith("/one/query")) return [{ results: [] }];
    if (path.endsWith("/two/query")) return [{ results: names.map((name) => ({ id: `w-${name}`, name })) }];
    if (path.endsWith("/new/query")) return [{ results: [{ id: "w-A" }, { id: "w-B" }] }];
    if (path.endsWith("/empty/query"))
      throw new ApiError(path, 400, [{ code: 7500, message: "no such table" }]);
    throw new Error(`unexpected: ${path}`);
  };
  return { call } as unknown as Api;
}

const check = (names: string[], bindings: string[], first?: string) => {
  const kept = bindings.map((binding) => ({ binding, id: binding === "DB" ? first : undefined }));
  return refuseLostDatabases({ api: apiOf(names), accountId: "a", worker: "signpost" }, kept, "Do not.");
};

test("[25.1] a database with workspaces is not taken from the Worker", async () => {
  await expect(check(["A", "B"], ["DB"])).rejects.toThrow(
    "the Worker would lose the database DB_02, in which workspaces are: A, B. Do not.",
  );
  await expect(check(["1", "2", "3", "4", "5", "6", "7"], ["DB", "DB_01"])).rejects.toThrow(
    "1, 2, 3, 4, 5 and 2 more.",
  );
});

test("[25.1] a database without any may go, and one that stays is not asked", async () => {
  await check([], ["DB"]);
  await check(["A"], ["DB", "DB_02"]);
});

test("[25.1] a database may go if the others have all of its workspaces, as after a restore into fewer", async () => {
  await check(["A", "B"], ["DB", "DB_01"], "new");
  await expect(check(["A", "B", "C"], ["DB", "DB_01"], "new")).rejects.toThrow(
    "in which workspaces are: C. Do not.",
  );
  await expect(check(["A"], ["DB", "DB_01"], "empty")).rejects.toThrow("in which workspaces are: A.");
});
