import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";

/** Tables on a usual laptop: what matters of a row has the width, and a long text keeps both of its ends. */

const dashboard = useDashboard();

const LAPTOP = { width: 1280, height: 800 };
const PERSON =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

it("[32.14] shows both ends of a long missed path, and all of it in the row of the focused link", async () => {
  const path = "/documentation/administration/installation/with-many-folders/on-premises/quick-start.html";
  const { page, worker } = dashboard;
  for (let visit = 0; visit < 2; visit += 1) await worker.visit(HOST, path, "GET", [PERSON]);
  await readUntil(
    async () => {
      await worker.cron();
      return (await worker.call("GET", `/misses?filter[host]=${HOST}`)).body.data.length;
    },
    (count) => count === 1,
    { everyMs: 300 },
  );
  await page.setViewportSize(LAPTOP);
  await dashboard.signIn("/misses");
  const link = page.getByRole("button", { name: path, exact: true });
  await link.waitFor();
  const drawn = () =>
    page.evaluate<object>(`{
      const [whole, ends] = document.querySelector("th .middle-cut").children;
      const isWhole = getComputedStyle(whole).clipPath === "none";
      ({ end: getComputedStyle(ends, "::after").content, isWhole });
    }`);
  expect(await drawn()).toEqual({ end: '"ses/quick-start.html"', isWhole: false });
  expect(await page.evaluate(`document.querySelector("thead th:nth-child(2)").clientWidth`)).toBeGreaterThan(
    280,
  );
  await dashboard.expectNoBarrier("misses");
  await page.getByRole("checkbox", { name: `Select ${path}` }).check();
  const redirect = page.getByRole("button", { name: "Redirect to the suggestion" });
  expect(await redirect.isDisabled()).toBe(true);
  await page.getByText(/Suggestions come within 5 minutes|No page resembles these paths/).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("j");
  expect(await drawn()).toMatchObject({ isWhole: true });
});
