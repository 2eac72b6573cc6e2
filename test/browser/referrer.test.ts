import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noReferrer } from "../../src/domain/plugin/no-referrer.ts";
import { findFirefox, launchFirefox } from "./support/firefox.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serve, type Served } from "./support/serve.ts";

/**
 * What browsers tell the destination of the page that a visitor came from, behind a redirect to another site: by
 * the policy of the redirect, from a page that has no policy and from one that has `unsafe-url`.
 */
const TOLD: Record<string, [fromUsual: string, fromOpen: string]> = {
  none: ["the site", "the whole address"],
  "no-referrer": ["nothing", "nothing"],
  "same-origin": ["nothing", "nothing"],
  origin: ["the site", "the site"],
  "strict-origin": ["the site", "the site"],
  "origin-when-cross-origin": ["the site", "the site"],
  "strict-origin-when-cross-origin": ["the site", "the site"],
  "no-referrer-when-downgrade": ["the site", "the whole address"],
  // Why there is no plugin that keeps more: what the page leaves out, no redirect brings back.
  "unsafe-url": ["the site", "the whole address"],
};

interface Case {
  link: string;
  page: string;
}

const CASES = Object.keys(TOLD).flatMap((link): Case[] =>
  ["none", "unsafe-url"].map((page) => ({ link, page })),
);

let page: Served;
let link: Served;
let destination: Served;
/** In the order of the cases, what arrived at the destination. */
let told: string[];
let end: () => void;

const policyOf = (name = "none") => (name === "none" ? {} : { "Referrer-Policy": name });
const caseOf = (url = "") => Number(url.split("/")[1]);
const addressOf = (index: number) => `http://127.0.0.1:${page.port}/${index}/secret/page?a=1`;

function html(body: string): string {
  return `<!doctype html><link rel="icon" href="data:,">${body}`;
}

// Each page sends the browser to its link by itself, and the destination to the page of the next case.
beforeAll(async () => {
  const type = { "Content-Type": "text/html" };
  destination = await serve(({ url, headers }, response) => {
    const index = caseOf(url);
    told[index] = headers.referer ?? "";
    const isLast = index + 1 === CASES.length;
    const next = `<script>location.replace("${addressOf(index + 1)}")</script>`;
    response.writeHead(200, type).end(html(isLast ? "" : next));
    if (isLast) end();
  });
  link = await serve(({ url }, response) => {
    const index = caseOf(url);
    const Location = `http://localhost:${destination.port}/${index}`;
    response.writeHead(302, { Location, ...policyOf(CASES[index]?.link) }).end();
  });
  page = await serve(({ url }, response) => {
    const index = caseOf(url);
    const anchor = `<a href="http://localhost:${link.port}/${index}">link</a>`;
    const click = '<script>document.querySelector("a").click()</script>';
    response.writeHead(200, { ...type, ...policyOf(CASES[index]?.page) }).end(html(anchor + click));
  });
});

afterAll(async () => {
  for (const served of [page, link, destination]) await served?.close();
});

interface Opener {
  open(url: string): Promise<void>;
  close(): Promise<void>;
}

async function launchChromium(): Promise<Opener> {
  const browser = await launchBrowser();
  const tab = await browser.newPage();
  const open = async (url: string) => void (await tab.evaluate(`location.href = ${JSON.stringify(url)}`));
  return { open, close: () => browser.close() };
}

function inWords(referrer: string, index: number): string {
  if (referrer === "") return "nothing";
  if (referrer === addressOf(index)) return "the whole address";
  return referrer === `http://127.0.0.1:${page.port}/` ? "the site" : referrer;
}

const firefox = findFirefox();

describe.each<[string, boolean, () => Promise<Opener>]>([
  ["Chromium", true, launchChromium],
  ["Firefox", firefox !== null, () => launchFirefox(firefox ?? "")],
])("in %s", (_, isThere, launch) => {
  it.runIf(isThere)("[15.9] a redirect can tell less of the page before it, and never more", async () => {
    told = [];
    const ended = new Promise<void>((resolve) => (end = resolve));
    const browser = await launch();
    await browser.open(addressOf(0));
    await ended;
    await browser.close();
    const words = told.map(inWords);
    const byPolicy = Object.keys(TOLD).map((name, row) => [name, words.slice(2 * row, 2 * row + 2)]);
    expect(Object.fromEntries(byPolicy)).toEqual(TOLD);
    expect(TOLD[noReferrer.headers?.["Referrer-Policy"] ?? ""]).toEqual(["nothing", "nothing"]);
  });
});
