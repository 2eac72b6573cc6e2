import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What a check found, in words, and its repairs: on the tab where one lands. */

const dashboard = useDashboard();

const LONG = "/company/about-us/history/the-first-hundred-years/part-two.html";

async function check(urls: unknown[]): Promise<string> {
  const { id } = (await dashboard.worker.call("POST", "/checks", { urls })).body;
  await readUntil(
    async () => (await dashboard.worker.call("GET", `/checks/${id}`)).body,
    ({ state }) => state === "done",
    { everyMs: 200 },
  );
  return id;
}

async function createRedirect(path: string, destination: string): Promise<void> {
  const { status } = await dashboard.worker.call("POST", "/redirect", { url: `${HOST}${path}`, destination });
  expect(status).toBe(200);
}

async function redirectOf(
  path: string,
): Promise<{ destination: string; paused_by: string | null; type: string }> {
  const { body } = await dashboard.worker.call("GET", `/redirect?filter[host]=${HOST}&per_page=50`);
  return body.data.find(({ url }: { url: string }) => url.endsWith(path));
}

it("[32.16] says in words what a check found, repairs it from any tab, and shows where each URL ends", async () => {
  const { page, worker, destination } = dashboard;
  const inside = (path: string) => `http://${HOST}:${worker.port}${path}`;
  await createRedirect("/straight", `${destination.origin}${LONG}`);
  await createRedirect("/around", inside("/straight"));
  const id = await check([
    `${HOST}/straight`,
    `${HOST}/around`,
    `${HOST}/lost?from=mail`,
    { url: `${HOST}/expected`, location: `${destination.origin}/expected` },
  ]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dashboard.signIn(`/check/${id}`);
  const summary = page.getByRole("region", { name: "Results of the check" });
  await summary.getByText("1 of 4 URLs arrives directly, 1 arrives by a detour, 2 break").waitFor();
  await summary.getByRole("button", { name: "Shorten 1 detour …" }).waitFor();
  const around = page.getByRole("row", { name: /\/around/ });
  await around.getByText("2 redirects").first().waitFor();
  expect(await around.getByRole("cell").nth(2).locator(".middle-cut").getAttribute("title")).toMatch(
    /part-two\.html$/,
  );
  await dashboard.expectNoBarrier("a check");

  await page.getByRole("link", { name: "Arrives 1" }).click();
  await summary.getByRole("button", { name: "Repair what leads nowhere …" }).click();
  const dialog = page.getByRole("dialog", { name: "Repair 2 URLs" });
  await dialog.getByLabel("Destination").fill(`${destination.origin}/home`);
  await dialog.getByRole("button", { name: "Show the change" }).click();
  await page.waitForURL(/\/changes\/[\w-]{36}\?check=/);
  await page.getByRole("button", { name: /^Apply/ }).click();
  await readUntil(
    async () => (await worker.call("GET", `/redirect?filter[host]=${HOST}`)).body.data,
    (records) => records.length === 4,
    { everyMs: 200 },
  );
  const { data } = (await worker.call("GET", `/redirect?filter[host]=${HOST}&per_page=50`)).body;
  const destinations = (data as { source_url: string[]; destination: string }[]).map(
    (one) => one.destination,
  );
  expect(destinations).toEqual(
    expect.arrayContaining([`${destination.origin}/home`, `${destination.origin}/expected`]),
  );
  expect(dashboard.complaints).toEqual([]);
});

it("[32.16] says what a file expects where a URL leads elsewhere", async () => {
  const { page, destination } = dashboard;
  await createRedirect("/elsewhere", `${destination.origin}/there`);
  const id = await check([{ url: `${HOST}/elsewhere`, location: `${destination.origin}/wanted` }]);
  await dashboard.signIn(`/check/${id}`);
  const row = page.getByRole("row", { name: /\/elsewhere/ });
  await row.getByText(`expected ${new URL(destination.origin).host}/wanted`).waitFor();
  await row
    .getByText(/\/there/)
    .first()
    .waitFor();
});

it("[32.16] drops a plan to flatten that nobody applies, and does not offer it again once it is applied", async () => {
  const { page, worker, destination } = dashboard;
  await createRedirect("/end", `${destination.origin}/end`);
  await createRedirect("/chained", `http://${HOST}:${worker.port}/end`);
  const id = await check([`${HOST}/chained`]);
  const states = async () =>
    ((await worker.call("GET", "/changes")).body.data as { state: string }[]).map(({ state }) => state);
  await dashboard.signIn(`/check/${id}`);
  const flatten = page.getByRole("button", { name: "Shorten 1 detour …" });
  await flatten.click();
  await page.getByText("1 record would change.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await readUntil(states, ([newest]) => newest === "expired", { everyMs: 200 });
  await flatten.click();
  await page.getByRole("dialog").getByRole("button", { name: "Change 1 record" }).click();
  await page.getByText("The detours of this check were shortened.").waitFor();
  expect(await flatten.count()).toBe(0);
  await readUntil(states, ([newest]) => newest === "applied", { everyMs: 200 });
});

it("[32.16] repairs records that lead nowhere, and temporary redirects, and leads back to the check", async () => {
  const { page, worker, destination } = dashboard;
  await createRedirect("/nowhere", `http://${HOST}:${worker.port}/no-such-page`);
  await worker.call("POST", "/redirect", {
    url: `${HOST}/halted`,
    destination: `${destination.origin}/halted`,
    status: "paused",
  });
  await worker.call("POST", "/redirect", {
    url: `${HOST}/passing`,
    destination: `${destination.origin}/passing`,
    type: "302",
  });
  const id = await check([`${HOST}/nowhere`, `${HOST}/halted`, { url: `${HOST}/passing`, status: 301 }]);
  await dashboard.signIn(`/check/${id}`);
  await page.getByRole("button", { name: "Repair what leads nowhere …" }).click();
  const dialog = page.getByRole("dialog", { name: "Repair 2 URLs" });
  await dialog.getByText("These URLs have records already").waitFor();
  await dialog.getByLabel("Destination").fill(`${destination.origin}/home`);
  await dialog.getByRole("button", { name: "Show the change" }).click();
  const apply = page.getByRole("button", { name: /^Apply/ });
  await apply.click();
  for (const path of ["/nowhere", "/halted"]) {
    await readUntil(
      () => redirectOf(path),
      (record) => record.destination.endsWith("/home") && record.paused_by === null,
      { everyMs: 200 },
    );
  }
  await page.getByRole("link", { name: "Back to the check" }).click();
  await page.getByRole("button", { name: "Make 1 redirect permanent …" }).click();
  await apply.click();
  await readUntil(
    () => redirectOf("/passing"),
    ({ type }) => type === "301",
    { everyMs: 200 },
  );
});
