import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** Designing QR codes, and saving many. */

const dashboard = useDashboard();

const READ = "Two independent readers read it";

it("[11.15] designs a QR code with a picture that follows, and says after reading that readers can", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "designed" });
  await dashboard.signIn(`/links/${id}?tab=qr`);
  const picture = page.getByRole("img", { name: /^QR code of / });
  const plain = await picture.getAttribute("src");
  await page.getByText(READ).waitFor();
  await page.getByLabel("Shape").selectOption("dots");
  await page.getByLabel("Corners").selectOption("round");
  await page.getByLabel("Frame").selectOption("band");
  await page.getByLabel("Words below it").fill("Jetzt öffnen");
  await page.getByLabel("Colour").fill("#5b2a86");
  await expect.poll(() => picture.getAttribute("src")).not.toBe(plain);
  await page.getByText(READ).waitFor();
  await page.getByText("There is none yet").waitFor();
  await dashboard.expectNoBarrier("QR code");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The QR code is saved.").first().waitFor();
  expect((await worker.call("GET", `/links/${id}`)).body.qr).toMatchObject({
    theme: "dots",
    eyes: "round",
    frame: "band",
    caption: "Jetzt öffnen",
    color: "#5b2a86",
  });
  for (const format of ["SVG", "PNG", "PDF"]) {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download ${format}` }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`designed.${format.toLowerCase()}`);
    // What is saved is what the API draws.
    if (format !== "SVG") continue;
    const path = `/v1/links/${id}/qr?format=svg&width=1024`;
    const drawn = await page.evaluate(`fetch(${JSON.stringify(path)}).then((answer) => answer.text())`);
    expect(await readFile(await saved.path(), "utf8")).toBe(drawn);
  }
  await page.getByRole("button", { name: "Plain again" }).click();
  await page.getByText("The code is plain again.").first().waitFor();
  expect((await worker.call("GET", `/links/${id}`)).body.qr).toBeNull();
});

it("[11.15] says at once what is wrong with colours, and refuses them at their field", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({ alias: "pale" });
  await dashboard.signIn(`/links/${id}?tab=qr`);
  await page.getByLabel("Background").fill("#202020");
  await page.getByText("which has to be darker").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => page.getByText("which has to be darker").count()).toBeGreaterThan(1);
  await page.getByLabel("Words below it").fill("Menu");
  await page.getByText("1 field has to be changed").waitFor();
  // Either of the two colours can be corrected.
  await page.getByLabel("Background").fill("#dddddd");
  await expect.poll(() => page.getByText("which has to be darker").count()).toBe(0);
  expect(await page.getByText("1 field has to be changed").count()).toBe(0);
});

it("[16.1] saves the pictures of a list as one zip file, each under a name of its own", async () => {
  const { page } = dashboard;
  for (const alias of ["Flyer", "flyer"]) await dashboard.createLink({ alias, tags: ["zip"] });
  await dashboard.signIn("/links?tags=zip");
  await page.getByRole("button", { name: "QR codes …" }).click();
  await page.getByLabel("Names of the files").fill("code-{alias}");
  await dashboard.expectNoBarrier("QR codes of a list");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a zip file" }).click(),
  ]);
  const zip = (await readFile(await saved.path())).toString("latin1");
  expect(zip.startsWith("PK")).toBe(true);
  expect(zip).toContain("code-flyer.svg");
  expect(zip).toContain("code-Flyer-2.svg");
  await page.getByText("2 QR codes are saved.").first().waitFor();
});
