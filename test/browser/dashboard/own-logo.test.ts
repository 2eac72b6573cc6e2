import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** A logo for one QR code, uploaded where the code is designed. */

const dashboard = useDashboard();

const DRAW = `new Promise((done) => {
  const canvas = document.createElement("canvas");
  canvas.width = 1600;
  canvas.height = 800;
  const context = canvas.getContext("2d");
  context.fillStyle = "#c02020";
  context.fillRect(0, 0, 1600, 800);
  done(canvas.toDataURL("image/jpeg").split(",")[1]);
})`;

it("[16.8] a picture is uploaded as the logo, shown, read and saved; it says whose logo there is", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "own-logo" });
  await dashboard.signIn(`/links/${id}?tab=qr`);
  const picture = page.getByRole("img", { name: /^QR code of / });
  await page.getByText("There is none yet").waitFor();
  const photo = Buffer.from(await page.evaluate<string>(DRAW), "base64");
  await page
    .getByLabel("Upload a logo")
    .setInputFiles({ name: "Our Logo.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByText(/^our-logo-\w+\.png, chosen for this code\./).waitFor();
  await expect.poll(() => picture.getAttribute("src")).toContain("image%2Fpng");
  await page.getByText("Two independent readers read it").waitFor();
  await dashboard.expectNoBarrier("QR code with a logo");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The QR code is saved.").first().waitFor();
  const { qr } = (await worker.call("GET", `/links/${id}`)).body;
  expect(qr.logo).toMatch(/^our-logo-\w+\.png$/);
  const drawn = await page.evaluate(`fetch("/v1/links/${id}/qr?format=svg").then((one) => one.text())`);
  expect(drawn).toContain("data:image/png");

  await page.getByLabel("Upload a logo").setInputFiles({
    name: "bad.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>'),
  });
  await page.getByText("holds the element script").first().waitFor();
  await page.getByLabel("Logo in the middle").selectOption({ label: "No logo" });
  await expect.poll(() => picture.getAttribute("src")).not.toContain("image%2Fpng");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await worker.call("GET", `/links/${id}`)).body.qr.logo).toBe(false);
});
