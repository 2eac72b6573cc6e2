import { expect, it } from "vitest";
import { startDohServer } from "../../support/doh-server.ts";
import { useDashboard } from "../support/dashboard.ts";

/** What people see while DNS cannot be asked: that nothing is known, and nothing that looks wrong. */

const NAME = "www.shop.example";

const dashboard = useDashboard(async () => {
  const gone = await startDohServer();
  await gone.close();
  return { DOH_URL: gone.url };
});

it("[32.20] says that DNS is not known where it cannot be asked, and raises no alarm", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/hosts/new");
  const connect = page.getByRole("dialog", { name: "Connect hostnames" });
  await connect.getByLabel("Hostnames", { exact: true }).fill(NAME);
  await connect.getByRole("button", { name: "Connect" }).click();
  await connect.getByText("added; it works once DNS is set").waitFor();
  const redirect = { url: `${NAME}/old`, destination: "https://example.com/" };
  await worker.call("POST", "/redirect", redirect);

  await connect.getByRole("link", { name: NAME }).click();
  const drawer = page.getByRole("dialog", { name: NAME });
  await drawer.getByText("If others use this installation too").waitFor();
  await drawer.getByRole("button", { name: "Check now" }).click();
  await drawer.getByText("it is not known whether").waitFor();
  const needed = drawer.getByRole("list", { name: "Records that it needs" });
  expect(await needed.innerText()).toContain("not known");
  expect(await drawer.locator(".chip-bad, .notice-bad").count()).toBe(0);

  await dashboard.goTo("/hosts?state=wrong");
  await page.getByText("No hostname is known to have wrong DNS").waitFor();
  await dashboard.goTo("/");
  await page
    .getByRole("link", { name: /Redirects/ })
    .first()
    .waitFor();
  expect(await page.getByText("DNS leads elsewhere").count()).toBe(0);
  const report = await page.evaluate<string>(
    `fetch("/v1/host/${NAME}/report?language=en", { headers: { Accept: "text/html" } }).then((answer) => answer.text())`,
  );
  expect(report).toContain("it is not known whether it leads here");
  expect(report).not.toContain("DNS does not lead here");
});
