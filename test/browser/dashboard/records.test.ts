import { describe, expect, it } from "vitest";
import { findBarriers } from "../support/find-barriers.ts";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** Sign-in, lists and records as people use them: the running worker, in a browser. */

const dashboard = useDashboard();

it("[32.8] signs in, creates a link by keyboard, and the link leads where the preview said", async () => {
  await dashboard.signIn();
  await dashboard.page.keyboard.press("n");
  await dashboard.page.getByRole("dialog", { name: "Create a link" }).waitFor();
  await dashboard.page.locator("input:focus").fill(`${dashboard.destination.origin}/made?a=1`);
  await dashboard.page.getByLabel("Alias", { exact: true }).fill("made-here");
  await dashboard.page.getByText("This alias is free.").waitFor();
  const shown = dashboard.page.getByRole("region", { name: "Where this leads" });
  expect(await shown.locator("code").innerText()).toBe(`${dashboard.destination.origin}/made?a=1`);
  await dashboard.page.keyboard.press("Control+Enter");
  await dashboard.page.getByRole("dialog", { name: `${HOST}:${dashboard.worker.port}/made-here` }).waitFor();
  await dashboard.page.goto(`http://${HOST}:${dashboard.worker.port}/made-here`);
  expect(dashboard.page.url()).toBe(`${dashboard.destination.origin}/made?a=1`);
  expect(dashboard.complaints).toEqual([]);
});

it("[32.8] opens what a link of the dashboard leads to after the sign-in, and after a reload", async () => {
  const { id } = await dashboard.createLink({ alias: "deep", title: "Deep" });
  await dashboard.signIn(`/links/${id}?search=deep`);
  await dashboard.page.getByLabel("Title", { exact: true }).waitFor();
  await dashboard.page.reload();
  expect(await dashboard.page.getByLabel("Title", { exact: true }).inputValue()).toBe("Deep");
  await dashboard.page.keyboard.press("Escape");
  await dashboard.page.waitForURL(`${dashboard.origin}/links?search=deep`);
  expect(await dashboard.page.locator("tbody tr[data-row]").count()).toBe(1);
});

it("[32.8] names what the API refused at its field, and keeps what was typed", async () => {
  await dashboard.createLink({ alias: "taken" });
  await dashboard.signIn("/links/new");
  await dashboard.page.getByLabel("Destination", { exact: true }).fill("ftp://nowhere");
  await dashboard.page.getByLabel("Alias", { exact: true }).fill("taken");
  await dashboard.page.getByRole("button", { name: "Create" }).click();
  await dashboard.page.getByRole("alert").waitFor();
  expect(await dashboard.page.getByRole("alert").innerText()).toContain(
    "must be an absolute http or https URL",
  );
  const field = dashboard.page.getByLabel("Destination", { exact: true });
  expect(await field.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe("true");
  expect(await field.inputValue()).toBe("ftp://nowhere");
});

it("[32.9] shows two changes side by side, and writes only what was changed here", async () => {
  const { id } = await dashboard.createLink({ alias: "both", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  await dashboard.page.getByLabel("Title", { exact: true }).fill("mine");
  await dashboard.worker.call("PUT", `/links/${id}`, { description: "theirs", title: "theirs" });
  await dashboard.page.getByRole("button", { name: "Save" }).click();
  const conflict = dashboard.page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "theirs" }).first().waitFor();
  expect(await findBarriers(dashboard.page)).toEqual([]);
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await conflict.waitFor({ state: "detached" });
  await dashboard.page.getByText("is saved").first().waitFor();
  const { body } = await dashboard.worker.call("GET", `/links/${id}`);
  expect(body).toMatchObject({ title: "mine", description: "theirs" });
});

it("[32.9] takes a change back from the record's history", async () => {
  const { id } = await dashboard.createLink({ alias: "undo" });
  await dashboard.worker.call("PUT", `/links/${id}`, {
    destination: `${dashboard.destination.origin}/wrong`,
  });
  await dashboard.signIn(`/links/${id}?tab=history`);
  await dashboard.page.getByRole("button", { name: "Undo this change" }).click();
  await dashboard.page.getByText("The change is undone.").first().waitFor();
  const { body } = await dashboard.worker.call("GET", `/links/${id}`);
  expect(body.destination).toBe(`${dashboard.destination.origin}/inside`);
});

it("[32.3] signs out, and shows nothing of the workspace afterwards", async () => {
  await dashboard.signIn("/links");
  await dashboard.page.getByRole("button", { name: "You and this browser" }).click();
  await dashboard.page.getByRole("button", { name: "Sign out" }).click();
  await dashboard.page.getByLabel("API token").waitFor();
  await dashboard.page.goBack().catch(() => null);
  await dashboard.page.goto(`${dashboard.origin}/links`);
  await dashboard.page.getByLabel("API token").waitFor();
  expect(await dashboard.page.locator("table").count()).toBe(0);
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on any screen, and never scrolls sideways", async () => {
    const { id } = await dashboard.createLink({ tags: ["one", "two"] });
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.page.goto(dashboard.origin);
    await dashboard.page.getByLabel("API token").waitFor();
    await dashboard.expectNoBarrier("sign-in");
    await dashboard.signIn();
    const lists = ["/", "/links", "/redirects"];
    const records = ["/links/new", `/links/${id}`, `/links/${id}?tab=qr`];
    for (const path of [...lists, ...records]) {
      await dashboard.goTo(path, records.includes(path) ? "dialog[open]" : "h1");
      await dashboard.expectNoBarrier(path);
    }
    expect(dashboard.complaints).toEqual([]);
  });
});
