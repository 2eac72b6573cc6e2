import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EXAMPLES } from "../visitor/page/example.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serveDestination, type ServedDestination } from "./support/serve-destination.ts";
import { servePages, type ServedPages } from "./support/serve-pages.ts";
import { untilPasswordFocused } from "./support/until-focused.ts";
import { watchPage } from "./support/watch-page.ts";

let browser: Browser;
let destination: ServedDestination;
let pages: ServedPages;
let tab: Tab;

beforeAll(async () => {
  destination = await serveDestination();
  pages = await servePages(
    {
      ...EXAMPLES,
      preview: {
        kind: "preview",
        shortUrl: "https://go.example.com/a",
        title: "A title",
        description: "",
        destinations: [{ url: "https://example.com/", share: 1 }],
        qr: null,
        continueUrl: destination.origin,
      },
    },
    { afterPost: destination.origin },
  );
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await pages.close();
  await destination.close();
});

beforeEach(async () => {
  pages.posts.length = 0;
  tab = await browser.newPage({ locale: "en" });
  return () => tab.close();
});

describe.each(["gate", "gate-wrong"])("the page %s", (name) => {
  it("[5.1] is passed by typing and Enter, to a destination on another site", async () => {
    const complaints = watchPage(tab);
    await tab.goto(`${pages.origin}/${name}?from=mail&x=%20`);
    await untilPasswordFocused(tab);
    await tab.keyboard.type("open & sesame");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(`${destination.origin}/`);
    expect(await tab.title()).toBe("Destination");
    expect(pages.posts).toEqual([{ url: `/${name}?from=mail&x=%20`, body: "password=open+%26+sesame" }]);
    expect(complaints).toEqual([]);
  });

  it("sends nothing while the field is empty", async () => {
    await tab.goto(`${pages.origin}/${name}`);
    await untilPasswordFocused(tab);
    await tab.keyboard.press("Enter");
    expect(await tab.evaluate("document.querySelector(':invalid:focus').id")).toBe("password");
    expect(pages.posts).toEqual([]);
  });

  it("leads from the field to the button with one Tab, and shows where it is", async () => {
    await tab.goto(`${pages.origin}/${name}`);
    await untilPasswordFocused(tab);
    expect(await focused(tab)).toEqual({ tag: "INPUT", outline: "solid 3px" });
    await tab.keyboard.press("Tab");
    expect(await focused(tab)).toEqual({ tag: "BUTTON", outline: "solid 3px" });
  });
});

it("tells of a wrong password beside the field and in an alert", async () => {
  await tab.goto(`${pages.origin}/gate-wrong`);
  expect(await tab.getByRole("alert").innerText()).toBe("That password is wrong.");
  const field = await tab.getByLabel("Password").elementHandle();
  expect(await field?.getAttribute("aria-describedby")).toBe(await tab.getByRole("alert").getAttribute("id"));
});

it("[15.6] goes on from a preview with Tab and Enter", async () => {
  await tab.goto(`${pages.origin}/preview`);
  await tab.keyboard.press("Tab");
  expect(await focused(tab)).toEqual({ tag: "A", outline: "solid 3px" });
  await tab.keyboard.press("Enter");
  await tab.waitForURL(`${destination.origin}/`);
});

it("asks for the same URL once more from a page that could not be shown", async () => {
  await tab.goto(`${pages.origin}/unavailable?x=1#part`);
  const [request] = await Promise.all([
    tab.waitForRequest((request) => request.isNavigationRequest()),
    tab.getByRole("link").press("Enter"),
  ]);
  expect([request.method(), request.url()]).toEqual(["GET", `${pages.origin}/unavailable?x=1`]);
});

function focused(tab: Tab): Promise<unknown> {
  return tab.evaluate(`(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return { tag: document.activeElement.tagName, outline: outlineStyle + " " + outlineWidth };
  })()`);
}
