import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

const dashboard = useDashboard();

it("[32.14] draws nothing before its style, by which lists measure their rows", async () => {
  const { page } = dashboard;
  await dashboard.createLink({ alias: "styled" });
  const isListRead = page.waitForResponse((response) => response.url().includes("/v1/links?"));
  await page.addInitScript(`{
    const look = () => {
      if (document.querySelector("main") === null) return;
      window.isStyled ??= document.querySelector('link[rel="stylesheet"]').sheet !== null;
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  }`);
  await page.route("**/assets/style-*.css", async (route) => {
    await isListRead;
    // The texts are there soon after the data. Each turn lets the page go on with what it has.
    for (let turn = 0; turn < 200; turn++) await page.evaluate("document.querySelector('main') === null");
    await route.continue();
  });
  await dashboard.signIn("/links");
  await page.getByRole("link", { name: "styled" }).first().waitFor();
  expect(await page.evaluate("window.isStyled")).toBe(true);
});
