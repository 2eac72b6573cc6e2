import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What the rows of the list of records tell, and how they are searched. */

const dashboard = useDashboard();

const search = (name: string) => `/links?filter[search]=${name}`;

it("[32.44] cuts no address while the column beside it is empty, and of a long one its hostname first", async () => {
  await dashboard.open({ viewport: { width: 1280, height: 800 } });
  const { page, worker } = dashboard;
  const url = `https://${HOST}/page/shoe-12.html`;
  const destination = "https://new-shop.example/shoes/12";
  expect((await worker.call("POST", "/redirect", { url, destination })).status).toBe(200);
  await dashboard.signIn("/links?kind=redirect");
  await page.getByRole("rowheader", { name: /shoe-12/ }).waitFor();
  // A fraction of a pixel is enough for an ellipsis.
  const cutIn = (part: string) => `[...document.querySelectorAll("th .url > ${part}")].filter((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.01;
  }).length`;
  await expect.poll(() => page.evaluate(cutIn("span"))).toBe(0);
  expect(await page.getByRole("columnheader", { name: "State and tags" }).count()).toBe(0);
  const long = { url: `https://${HOST}/product/category/a-blue-shoe-13.html`, destination };
  expect((await worker.call("POST", "/redirect", long)).status).toBe(200);
  await page.reload();
  await page.getByRole("rowheader", { name: /blue-shoe-13/ }).waitFor();
  expect(await page.evaluate(cutIn("span"))).toBe(1);
  expect(await page.evaluate(cutIn(".url-host"))).toBe(1);
  const { body } = await worker.call("GET", search("shoe-12"));
  await worker.call("PUT", `/links/${body.data[0].id}`, { tags: ["shoes"] });
  await page.reload();
  await page.getByRole("columnheader", { name: "State and tags" }).waitFor();
});

it("[32.44] says how visits are shared, and all destinations", async () => {
  const { page, worker } = dashboard;
  const shared = {
    host: HOST,
    alias: "shared",
    destinations: ["https://is.example/a", "https://is.example/b"],
    destination_routing: "weighted:70,30",
  };
  expect((await worker.call("POST", "/link", shared)).status).toBe(200);
  await dashboard.signIn("/links?search=shared");
  const chip = page.getByRole("row", { name: /shared/ }).locator(".chip", { hasText: "70 : 30" });
  expect(await chip.getAttribute("title")).toBe("70% is.example/a\n30% is.example/b");
});

it("[32.44] keeps the kind in a search, and says what several words are searched as", async () => {
  const { page } = dashboard;
  await dashboard.createLink({ alias: "words", title: "Summer of sandals" });
  await dashboard.signIn("/links?kind=link");
  await page.keyboard.press("/");
  await page.keyboard.type("summer sandals");
  await page.keyboard.press("Enter");
  await page.waitForURL(/kind=link.*search=summer/);
  await page.getByText("“summer sandals” was searched as one piece").waitFor();
  await dashboard.goTo("/links?search=sandals&kind=link");
  await page.getByRole("rowheader", { name: /words$/ }).waitFor();
});

it("[32.44] says in the heading of a closed section what it holds", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({
    alias: "held",
    expires: "2030-12-24T12:00:00Z",
    password: "open sesame",
    description: "For the shop",
  });
  await dashboard.signIn(`/links/${id}`);
  const heading = page.locator("summary", { hasText: "Start, end and password" });
  await heading.getByText(/^expires .*24.* · password$/).waitFor();
  await page.locator("summary", { hasText: "Description" }).getByText("set", { exact: true }).waitFor();
  await heading.click();
  expect(await heading.getByText(/^expires/).isVisible()).toBe(false);
});
