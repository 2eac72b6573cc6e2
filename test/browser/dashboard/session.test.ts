import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { newWorkspace } from "../../../src/services/workspace/new-workspace.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Sessions as people use them: the running worker, in a browser. */

const dashboard = useDashboard();

/** Makes another workspace, and returns the token of its owner. */
async function makeForeignToken(): Promise<string> {
  const { db } = dashboard.worker;
  const other = await newWorkspace({ name: "Other", plan: "enterprise", role: "owner", nowMs: Date.now() });
  await db.batch(other.statements.map(({ sql, parameters }) => db.prepare(sql).bind(...parameters)));
  return other.token;
}

/** Opens the form of a new token and fills it in. Returns what sends it. */
async function fillTokenForm(purpose: string): Promise<() => Promise<void>> {
  const { page } = dashboard;
  await page.getByRole("button", { name: "Make a token" }).click();
  const form = page.getByRole("dialog", { name: "Make a token" });
  await form.getByLabel("Purpose").fill(purpose);
  return () => form.getByRole("button", { name: "Make a token" }).click();
}

it("[32.5] takes no other token than the user's own when it asks again, and does nothing with it", async () => {
  const { page, worker } = dashboard;
  const foreign = await makeForeignToken();
  await dashboard.signIn("/settings/tokens");
  // The token was shown long ago.
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  const make = await fillTokenForm("proven");
  await make();
  const proof = page.getByRole("dialog", { name: "Enter your token" });
  const field = proof.getByLabel("API token");
  const refusal = proof.locator(".field-error");
  const submit = () => proof.getByRole("button", { name: "Go on" }).click();
  const namesOf = async (token: string) =>
    (await worker.call("GET", "/tokens", undefined, token)).body.data.map(
      ({ name }: { name: string }) => name,
    );

  // Who signed in by the link of a start has never seen a token.
  await proof.getByText("ask the person who runs this installation").waitFor();
  await proof.getByText("I run this installation").click();
  await proof.getByText("printed in the terminal where Signpost was started").waitFor();
  const { id } = (await worker.call("GET", "/workspace/current")).body;
  const command = `npm run -s workspace -- token ${id}`;
  await proof.getByText(command, { exact: true }).waitFor();
  await proof.getByRole("button", { name: `Copy ${command}` }).waitFor();

  const unknown = `sp_${"a".repeat(40)}`;
  for (const [text, reason] of [
    [foreign, "not known, or it is not yours in the workspace Test"],
    ["ein Wort …", "This is not a token"],
    [unknown, "not known, or it is not yours in the workspace Test"],
  ] as const) {
    await field.fill(text);
    await submit();
    await refusal.filter({ hasText: reason }).waitFor();
  }
  expect(await namesOf(foreign)).not.toContain("proven");
  expect(await worker.db.prepare("SELECT count(*) AS n FROM sessions").first("n")).toBe(1);

  await field.fill(worker.token);
  await submit();
  await page.getByRole("dialog", { name: "The new token" }).waitFor();
  expect(await namesOf(worker.token)).toContain("proven");
});

it("[32.33] writes nothing into a workspace that another tab has signed in to, and shows that workspace", async () => {
  const { page, worker } = dashboard;
  const foreign = await makeForeignToken();
  await dashboard.signIn("/settings/tokens");
  const make = await fillTokenForm("stray");
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.evaluate(
    (token) =>
      fetch("/v1/session", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      }),
    foreign,
  );
  await make();
  await page.getByText("Other").first().waitFor();
  const { body } = await worker.call("GET", "/tokens", undefined, foreign);
  expect(body.data.map(({ name }: { name: string }) => name)).not.toContain("stray");
});

it("[32.5, 32.35] shows the new token if another own token is entered, until its button is pressed", async () => {
  const { page, worker } = dashboard;
  const own = await worker.call("POST", "/tokens", { name: "another", role: "owner" });
  await dashboard.signIn("/settings/tokens");
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  const make = await fillTokenForm("shown");
  await make();
  const proof = page.getByRole("dialog", { name: "Enter your token" });
  await proof.getByLabel("API token").fill(own.body.token);
  await proof.getByRole("button", { name: "Go on" }).click();
  const made = page.getByRole("dialog", { name: "The new token" });
  await made.waitFor();
  for (let count = 0; count < 3; count++) await page.keyboard.press("Escape");
  expect(await made.getByText(/^sp_/).isVisible()).toBe(true);
  await made.getByRole("button", { name: "I have stored it" }).click();
  await made.waitFor({ state: "detached" });
});

it("[32.36] shows nothing of a failed upload to the next user of the tab", async () => {
  const { page } = dashboard;
  const foreign = await makeForeignToken();
  await page.route("**/v1/checks", (route) => route.fulfill({ status: 500, json: { message: "no" } }));
  await dashboard.signIn("/check");
  await page.getByLabel("Or paste URLs").fill(`${HOST}/mine`);
  await page.getByRole("button", { name: "Check 1 URL" }).click();
  const failed = page.getByText("The check was not started");
  await failed.waitFor();
  await page.getByRole("button", { name: "You and this browser" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API token").fill(foreign);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Check", exact: true }).waitFor();
  expect(await failed.count()).toBe(0);
});

it("[32.36] asks for a token in an empty dialog after an earlier one was cancelled", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/settings/tokens");
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  const make = await fillTokenForm("cancelled");
  const proof = page.getByRole("dialog", { name: "Enter your token" });
  const field = proof.getByLabel("API token");
  await make();
  await field.fill("ein Wort");
  await proof.getByRole("button", { name: "Go on" }).click();
  await proof.locator(".field-error").waitFor();
  await proof.getByRole("button", { name: "Cancel" }).click();
  await make();
  await proof.waitFor();
  expect([await field.inputValue(), await proof.locator(".field-error").count()]).toEqual(["", 0]);
});

it("[32.5] asks for the token again before it makes the secret of notifications", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn();
  // The form above the button moves it when it arrives.
  await dashboard.goTo("/settings/notifications");
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  const secretOf = () =>
    worker.db.prepare("SELECT notify_secret FROM workspaces WHERE name = 'Test'").first("notify_secret");
  await page.getByRole("button", { name: "Make a new secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click();
  const proof = page.getByRole("dialog", { name: "Enter your token" });
  await proof.waitFor();
  expect(await secretOf()).toBeNull();
  await proof.getByLabel("API token").fill(worker.token);
  await proof.getByRole("button", { name: "Go on" }).click();
  await page
    .getByText(String(await readUntil(secretOf, (secret) => secret !== null, { everyMs: 100 })))
    .waitFor();
});
