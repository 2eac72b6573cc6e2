import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { contest, Scene } from "../../support/claims.ts";
import { addToken, expectRefused, requireOk } from "../../support/site.ts";
import { homeOf } from "../../support/home.ts";

/** Giving a hostname to another workspace, and the labels of workspaces. */

let scene: Scene | undefined;
const mode = env.HOSTNAME_PROOF;
let number = 0;

async function open(): Promise<Scene> {
  (env as { HOSTNAME_PROOF?: string }).HOSTNAME_PROOF = "required";
  number++;
  scene = await Scene.open(["A", "B"], `move${number}`);
  return scene;
}

afterEach(() => {
  scene?.close();
  (env as { HOSTNAME_PROOF?: string | undefined }).HOSTNAME_PROOF = mode;
});

describe("[10.18] POST /host/{host}/move", () => {
  const move = (opened: Scene, body: object, name: "A" | "B" = "A") =>
    opened.of(name).call("POST", `/host/${opened.host("go.victim")}/move`, body);

  it("answers the number of records of each side, and needs a confirmation for none", async () => {
    const opened = await open();
    opened.txt("victim", "A");
    await opened.connect("A", "go.victim");
    const { token } = opened.of("B");
    expectRefused(await move(opened, { token }), "empty");
    const { body } = requireOk(await move(opened, { token, empty: true }));
    expect(body).toEqual({ host: opened.host("go.victim"), records: { here: 1, there: 0 } });
    expect(await opened.answerer("go.victim")).toBe("-");
    const { body: history } = requireOk(
      await opened.of("B").call("GET", `/host/${opened.host("go.victim")}/history`),
    );
    expect(history.data).toMatchObject([{ new: { held: true }, reason: "move", source: "api" }]);
  });

  it("needs an owner's token of another workspace, and an owner who holds the hostname", async () => {
    const opened = await contest(await open());
    const weak = await addToken(opened.of("B").id, { role: "manager" });
    for (const token of [weak, opened.of("A").token, `sp_${"0".repeat(40)}`, "none"]) {
      expectRefused(await move(opened, { token }), "token");
    }
    const suspend = (at: number | null) =>
      homeOf(opened.of("B").id)
        .prepare("UPDATE workspaces SET suspended_at = ?2 WHERE id = ?1")
        .bind(opened.of("B").id, at)
        .run();
    await suspend(1);
    const suspended = await move(opened, { token: opened.of("B").token });
    expect(suspended.body.errors).toEqual((await move(opened, { token: "none" })).body.errors);
    await suspend(null);
    expectRefused(await move(opened, {}), "token");
    expectRefused(await move(opened, { token: opened.of("A").token }, "B"), "host");
    const manager = await addToken(opened.of("A").id, { role: "manager" });
    const headers = { Authorization: `Bearer ${manager}` };
    const body = { token: opened.of("B").token };
    const path = `/host/${opened.host("go.victim")}/move`;
    expect((await opened.of("A").call("POST", path, body, headers)).status).toBe(484);
    expect(await opened.answerer("go.victim")).toBe("A");
  });
});

describe("[10.15] labels of workspaces", () => {
  it("are 12 characters, stored, and another for each workspace, whoever made it", async () => {
    const opened = await open();
    const { results } = await env.DB.prepare("SELECT label FROM workspaces").all<{ label: string }>();
    for (const { label } of results) expect(label).toMatch(/^[0-9a-z]{12}$/);
    expect(new Set(results.map(({ label }) => label)).size).toBe(results.length);
    expect(opened.of("A").target).not.toBe(opened.of("B").target);
  });
});
