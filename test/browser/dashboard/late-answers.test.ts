import { beforeAll, expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What can be pressed stays where it is, however late and in whatever order the answers come. */

const dashboard = useDashboard();

/** Notes each control in view that is somewhere else in a frame than it was in the frame before, and by how many pixels. */
const WATCH = `
  window.moves = [];
  const places = new WeakMap();
  const look = () => {
    for (const control of document.querySelectorAll("button, input, select, textarea, summary, main a")) {
      const { x, y, width } = control.getBoundingClientRect();
      if (width === 0 || y > innerHeight) continue;
      const was = places.get(control);
      places.set(control, [x, y]);
      const by = was && [Math.round(x - was[0]), Math.round(y - was[1])];
      if (by?.some((pixels) => Math.abs(pixels) > 2))
        window.moves.push({ what: control.textContent || control.name || control.type, by });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

let id: string;

beforeAll(async () => {
  ({ id } = await dashboard.createLink({ alias: "late", tags: ["a"] }));
  await dashboard.worker.visit(HOST, "/late");
  const { worker } = dashboard;
  // A workspace without clicks is shown its first steps.
  await readUntil(
    async () => {
      await worker.cron();
      return (await worker.call("GET", "/links")).body.data[0].total_clicks as number;
    },
    (clicks) => clicks > 0,
    { everyMs: 500 },
  );
});

it.each([
  ["the overview", "/"],
  ["links", "/links"],
  ["the form of a link", "/links/ID"],
  ["the design of a QR code", "/links/ID?tab=qr"],
  ["insights", "/insights"],
  ["missed paths", "/misses"],
])("on %s", async (_, address) => {
  const { page } = dashboard;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await dashboard.signIn("/explain");
  await page.addInitScript(WATCH);
  let calls = 0;
  await page.route("**/v1/**", async (route) => {
    // The later calls are answered first.
    await page.waitForTimeout(Math.max(100, 900 - 150 * calls++));
    await route.continue().catch(() => {});
  });
  await page.goto(dashboard.origin + address.replace("ID", id));
  await page.waitForLoadState("networkidle");
  await dashboard.untilPainted();
  expect(await page.evaluate("window.moves")).toEqual([]);
});
