import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** QR styles with a name: saved from one code, taken by another, given to many links, renamed and removed. */

const dashboard = useDashboard();

const qrOf = async (id: string) => (await dashboard.worker.call("GET", `/links/${id}`)).body.qr;

it("[16.5] [16.6] a look is saved as a style, taken by another link, renamed and removed", async () => {
  const { page } = dashboard;
  const first = await dashboard.createLink({ alias: "designed" });
  const second = await dashboard.createLink({ alias: "plain" });
  await dashboard.signIn(`/links/${first.id}?tab=qr`);
  await page.getByLabel("Shape").selectOption("dots");
  await page.getByLabel("Colour").fill("#5b2a86");
  await page.getByRole("textbox", { name: "Save as a style" }).fill("Poster");
  await page.getByRole("textbox", { name: "Save as a style" }).press("Enter");
  await expect.poll(() => page.getByLabel("Take a style").inputValue()).toBe("Poster");
  expect(await qrOf(first.id), "the link itself is not saved by that").toBeNull();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The QR code is saved.").first().waitFor();
  await page.goto(page.url().replace(first.id, second.id));
  await page.getByLabel("Take a style").selectOption("Poster");
  expect(await page.getByLabel("Shape").inputValue()).toBe("dots");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The QR code is saved.").first().waitFor();
  expect(await qrOf(second.id)).toEqual(await qrOf(first.id));

  await page.goto(new URL("/settings/styles", page.url()).href);
  await expect.poll(() => page.locator(".rows img").getAttribute("src")).toMatch(/^data:image\/svg/);
  await page.getByText("Shape: dots").waitFor();
  await dashboard.expectNoBarrier("QR styles");
  await page.getByRole("button", { name: "Edit the style Poster" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Poster 2");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Edit the style Poster 2" }).click();
  await page.getByRole("button", { name: "Remove the style" }).click();
  const question = page.getByRole("dialog", { name: "Remove the style Poster 2?" });
  await question.getByText("Shape: dots").waitFor();
  await question.getByRole("button", { name: "Remove the style" }).click();
  await page.getByText("No QR styles yet").waitFor();
  expect(await qrOf(second.id)).toMatchObject({ theme: "dots", color: "#5b2a86" });
});

it("[16.6] a taken name is asked for before what has it is replaced", async () => {
  const { page, worker } = dashboard;
  const styles = [{ name: "Poster", style: { theme: "rounded" } }];
  await worker.call("POST", "/workspace/update/qr_styles", { value: JSON.stringify(styles) });
  const { id } = await dashboard.createLink({ alias: "another" });
  const stored = async () => JSON.stringify((await worker.call("GET", "/workspace/current")).body.meta);
  await dashboard.signIn(`/links/${id}?tab=qr`);
  await page.getByLabel("Shape").selectOption("dots");
  const name = page.getByRole("textbox", { name: "Save as a style" });
  await name.fill("Poster");
  await name.press("Enter");
  const question = page.getByRole("dialog", { name: "Replace the style Poster?" });
  await question.getByText("Shape: rounded").waitFor();
  await dashboard.expectNoBarrier("a question before a style is replaced");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await stored()).toContain("rounded");
  await name.press("Enter");
  await question.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => page.getByLabel("Take a style").inputValue()).toBe("Poster");
  expect(await stored()).not.toContain("rounded");
});

it("[16.6] a look that readers cannot read, or a caption that cannot be drawn, is refused at its field", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({ alias: "pale" });
  await dashboard.signIn(`/links/${id}?tab=qr`);
  await page.getByLabel("Colour").fill("#ffee00");
  await page.getByLabel("Background").fill("#fff4d6");
  await page.getByLabel("Words below it").fill("Fire 🎉");
  const name = page.getByRole("textbox", { name: "Save as a style" });
  await name.fill("Pale");
  await name.press("Enter");
  await page.getByText("QR code, Background: has a contrast").waitFor();
  await page.getByText("QR code, Words below it: has a character").waitFor();
  const said = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  await said("Words below it: has a character");
  await page.getByLabel("Background").fill("#ffffff");
  await said("Colour: has a contrast");
});

it("[16.6] a style is given to all that match by a change, which leaves the rest of a look", async () => {
  const { page, worker } = dashboard;
  const styles = [{ name: "Poster", style: { theme: "dots", frame: "line" } }];
  await worker.call("POST", "/workspace/update/qr_styles", { value: JSON.stringify(styles) });
  const { id } = await dashboard.createLink({ host: HOST, alias: "to-style", qr: { caption: "Scan me" } });
  await dashboard.signIn("/links?search=to-style");
  await page.getByLabel(/^Select .*to-style/).check();
  await page.getByRole("button", { name: "Change …" }).click();
  await page.getByLabel("Apply a QR style").selectOption("Poster");
  await page.getByRole("button", { name: "Preview the change" }).click();
  await page.getByText("Shape").first().waitFor();
  expect((await qrOf(id)).theme).toBe("square");
  await page.getByRole("button", { name: "Apply to 1 record" }).click();
  await page.getByRole("link", { name: "Undo …" }).waitFor();
  expect(await qrOf(id)).toMatchObject({ theme: "dots", frame: "line", caption: "Scan me" });
});
