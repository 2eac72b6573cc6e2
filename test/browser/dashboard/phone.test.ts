import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** What a phone shows of the places and actions that a wide page has beside each other. */

const dashboard = useDashboard();

it("[32.10] names the place where one is, and reaches the actions of a list and its rows", async () => {
  const { page } = dashboard;
  await page.setViewportSize({ width: 390, height: 844 });
  await dashboard.createLink({ alias: "on-a-phone" });
  await dashboard.signIn("/changes");
  const more = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More: Changes" });
  expect(await more.getAttribute("aria-current")).toBe("page");
  expect(await more.innerText()).toBe("Changes");
  await more.click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByRole("button", { name: "More: Settings" }).waitFor();
  await dashboard.goTo("/links");
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await page.getByRole("button", { name: "Download", exact: true }).waitFor();
  await page.getByRole("button", { name: /^More for .*on-a-phone/ }).click();
  await page.getByRole("link", { name: "Explain", exact: true }).last().waitFor();
  await page.keyboard.press("Escape");
  await dashboard.expectNoBarrier("links on a phone");
});

it("[32.14] cuts the hostname of a long link on a phone, and its path only when nothing is left of it", async () => {
  const { page } = dashboard;
  await page.setViewportSize({ width: 390, height: 844 });
  for (let length = 18; length <= 30; length += 3) await dashboard.createLink({ alias: "x".repeat(length) });
  await dashboard.signIn("/links");
  await page
    .getByRole("link", { name: "x".repeat(30) })
    .first()
    .waitFor();
  const cut = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll(".row-card-title .url")].flatMap((url) => {
    const [host, path] = url.children;
    const text = document.createRange();
    text.selectNodeContents(path);
    const [shown, whole] = [path, text].map((one) => one.getBoundingClientRect().width);
    const isHostLeft = host.getBoundingClientRect().width > 40;
    return isHostLeft && whole > shown ? [url.textContent + " " + whole + " " + shown] : [];
  })`);
  expect(cut).toEqual([]);
});
