import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

const dashboard = useDashboard();

it("[38.10] asks for ids of clicks in the form, and shows what was reported of them", async () => {
  const { page, worker } = dashboard;
  const { body } = await worker.call("POST", "/link", {
    host: HOST,
    alias: "converts",
    destination: "https://a.example/",
  });
  const { id } = body.data[0];
  await dashboard.signIn(`/links/${id}`);
  await page.getByText("Conversions", { exact: true }).click();
  await page.getByLabel("Parameter for the id of a click").fill("cid");
  await page.getByRole("button", { name: "Save" }).click();
  const locationOf = async () =>
    (await worker.visit(HOST, "/converts?utm_campaign=spring")).headers.get("location") ?? "";
  await expect.poll(locationOf).toMatch(/\?cid=/);
  const click = (await locationOf()).slice(-22);
  await readUntil(
    async () =>
      (await worker.call("POST", "/conversions", { click, name: "order", value: 5 })).body.state as string,
    (state) => state === "repeated",
    { everyMs: 500 },
  );
  await page.goto(`${dashboard.origin}/links/${id}?tab=stats`);
  const card = page.getByRole("region", { name: "Conversions" });
  await card.getByText("order: 1, worth 5").waitFor();
  await card.getByText(/a.example\/: 1 of .* worth 5$/).waitFor();
  await card.getByText("Campaigns (UTM): spring: 1, worth 5").waitFor();
  expect(await card.getByText("does not apply to them").count()).toBe(0);
  await page.goto(`${dashboard.origin}/links/${id}?tab=stats&value=sources%3Alink`);
  await card.getByText("does not apply to them").waitFor();
  await card.getByText("order: 1, worth 5").waitFor();
});
