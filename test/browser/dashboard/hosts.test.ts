import { afterAll, describe, expect, it } from "vitest";
import { toBase64Url } from "../../../src/runtime/base64.ts";
import { newWorkspace } from "../../../src/services/workspace/new-workspace.ts";
import { startDohServer, type DohServer } from "../../support/doh-server.ts";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";
import { serve, type Served } from "../support/serve.ts";

/** Hostnames, and who reaches them, as an agency uses them: the running worker, in a browser. */

let doh: DohServer;
/** What Cloudflare Access would serve: the key that the test signs with. */
let keys: Served;
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const access = (await crypto.subtle.generateKey(
  { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  true,
  ["sign", "verify"],
)) as CryptoKeyPair;
const jwk = { ...(await crypto.subtle.exportKey("jwk", access.publicKey)), kid: "own" };

const dashboard = useDashboard(async () => {
  doh = await startDohServer();
  keys = await serve((_, response) => void response.end(JSON.stringify({ keys: [jwk] })));
  return {
    DOH_URL: doh.url,
    ACCESS_TEAM: "acme",
    ACCESS_AUDIENCE: "tag",
    ACCESS_CERTS_URL: `http://127.0.0.1:${keys.port}/`,
  };
});
afterAll(() => Promise.all([doh?.close(), keys?.close()]));

const CLIENTS = Array.from(
  { length: 60 },
  (_, index) => `go.client${String(index).padStart(3, "0")}.example`,
);
const [RIGHT, WRONG] = ["go.client000.example", "go.client007.example"];
const TARGET = "edge.signpost.example";

async function readHost(host: string) {
  return (await dashboard.worker.call("GET", `/host/${host}`)).body;
}

it("[32.20] connects 60 pasted domains, each with its own answer, and finds the one whose DNS is wrong", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/hosts");
  await page.getByRole("link", { name: "Connect hostnames" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect hostnames" });
  const names = dialog.getByLabel("Hostnames", { exact: true });
  await names.fill(Array.from({ length: 201 }, (_, index) => `go.client${index}.example`).join("\n"));
  await dialog.getByText("These are 201; at most 200 go at once.").waitFor();
  // The third one is taken already: the others are sent all the same.
  await dashboard.worker.call("POST", "/host", { host: CLIENTS[2] });
  await names.fill([...CLIENTS.slice(0, -1), "no hostname!"].join("\n"));
  await dialog.getByRole("button", { name: "Connect 60 hostnames" }).click();
  await dialog.getByText("58 of 60 added, 2 failed").first().waitFor();
  const failed = dialog.getByRole("listitem").filter({ hasText: CLIENTS[2] ?? "" });
  expect(await failed.innerText()).toContain("is connected to this workspace already");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  doh.zone = {
    [TARGET]: { A: ["192.0.2.1"] },
    ...Object.fromEntries(CLIENTS.map((host) => [host, { CNAME: TARGET }])),
    [WRONG]: { CNAME: "parking.example" },
    "parking.example": { A: ["203.0.113.9"] },
  };
  await untilChecked();
  await page.getByRole("link", { name: "Wrong DNS" }).click();
  await page.getByRole("row", { name: WRONG }).waitFor();
  await page.getByRole("link", { name: WRONG }).click();
  const drawer = page.getByRole("dialog", { name: WRONG });
  const needed = drawer.getByRole("list", { name: "Records that it needs" });
  expect(await needed.innerText()).toContain("not found");
  expect(await drawer.getByRole("list", { name: "Records that the last check found" }).innerText()).toContain(
    "parking.example",
  );
  await needed.getByRole("button", { name: `Copy ${TARGET}` }).waitFor();
  doh.zone = { ...doh.zone, [WRONG]: { CNAME: TARGET } };
  // Half a minute goes by.
  await dashboard.worker.db.prepare("UPDATE hosts SET checked_at = checked_at - 60000").run();
  await drawer.getByRole("button", { name: "Check now" }).click();
  await drawer.getByText("leads here", { exact: true }).waitFor();
  expect((await readHost(WRONG)).correct).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByText("No hostname is known to have wrong DNS").waitFor();
});

/** Fires cron, and returns when the queue has checked the domains. Local names need no DNS. */
async function untilChecked(): Promise<void> {
  const { db } = dashboard.worker;
  const open = "SELECT count(*) AS count FROM hosts WHERE checked_at IS NULL AND name LIKE '%.example'";
  await dashboard.worker.cron();
  const countOpen = async () => (await db.prepare(open).first<{ count: number }>())?.count;
  await expect.poll(countOpen).toBe(0);
  await db.prepare("UPDATE hosts SET correct = 1 WHERE name = ?1").bind(HOST).run();
}

it("[32.21] gives a client a token for their own hostname, which is shown once, and ends it", async () => {
  const { page, worker } = dashboard;
  await worker.call("POST", "/host", { host: RIGHT });
  await dashboard.signIn("/settings/tokens");
  // The token was shown long ago.
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  await page.getByRole("button", { name: "Make a token" }).click();
  const form = page.getByRole("dialog", { name: "Make a token" });
  await form.getByLabel("Purpose").fill("client 000");
  await form.getByLabel("Access to").selectOption("some");
  await form.getByRole("combobox", { name: "Hostnames" }).fill("client000");
  await form.getByRole("option", { name: RIGHT }).click();
  await form.getByRole("button", { name: "Make a token" }).click();
  const proof = page.getByRole("dialog", { name: "Enter your token" });
  await proof.getByLabel("API token").fill(worker.token);
  await proof.getByRole("button", { name: "Go on" }).click();
  const made = page.getByRole("dialog", { name: "The new token" });
  const secret = await made.locator("code").innerText();
  await page.keyboard.press("Escape");
  await made.getByRole("button", { name: "I have stored it" }).click();
  expect(await page.locator("body").innerText()).not.toContain(secret);
  const { body } = await worker.call("GET", "/host", undefined, secret);
  expect(body.data.map(({ host }: { host: string }) => host)).toEqual([RIGHT]);

  // What the client sees of it.
  await dashboard.open();
  await dashboard.signIn("/hosts", secret);
  await dashboard.page.getByRole("link", { name: RIGHT }).waitFor();
  expect(await dashboard.page.getByRole("link", { name: "Connect hostnames" }).count()).toBe(0);
  await dashboard.goTo("/settings/members");
  await dashboard.page.getByText(`You are limited to ${RIGHT}.`).waitFor();

  await dashboard.open();
  await dashboard.signIn("/settings/tokens");
  await dashboard.page.getByRole("button", { name: "Revoke client 000" }).click();
  const question = dashboard.page.getByRole("dialog", { name: "Revoke client 000?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await question.waitFor({ state: "detached" });
  expect((await worker.call("GET", "/host", undefined, secret)).status).toBe(401);
});

it("[32.21] adds a member for one hostname, and keeps the last owner", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/settings/members");
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member" });
  await form.getByLabel("E-mail address").fill("ada@client.example");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.locator("[aria-invalid=true]").waitFor();
  await form.getByLabel("Name", { exact: true }).fill("Ada");
  await form.getByLabel("Role").selectOption("viewer");
  await form.getByLabel("Access to").selectOption("some");
  await form.getByRole("combobox", { name: "Hostnames" }).fill(HOST);
  await form.getByRole("option", { name: HOST, exact: true }).click();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.waitFor({ state: "detached" });
  const members = (await worker.call("GET", "/members")).body.data;
  expect(members[0]).toMatchObject({ email: "ada@client.example", role: "viewer", hosts: [HOST] });
  const invitation = page.getByRole("dialog", { name: "Invitation for Ada" });
  await invitation.getByRole("button", { name: "Make a link" }).click();
  await invitation.getByText(`Hostnames: ${HOST}`).waitFor();
  await invitation.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Actions for Test owner" }).click();
  expect(await page.getByRole("button", { name: "Remove" }).isDisabled()).toBe(true);
});

it("[10.24, 32.9] shows two changes of a hostname's settings side by side, and writes only what was changed", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn(`/hosts/${HOST}?tab=settings`);
  const drawer = page.getByRole("dialog", { name: HOST });
  const field = drawer.getByLabel("URL for visitors of unknown paths");
  await field.fill("ftp://nowhere");
  await drawer.getByRole("button", { name: "Save" }).click();
  await drawer.getByRole("alert").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.fill(`${dashboard.destination.origin}/mine`);
  await worker.call("PUT", `/host/${HOST}`, { not_found_url: "https://theirs.example/", misses: "off" });
  await drawer.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "https://theirs.example/" }).waitFor();
  await conflict.getByRole("button", { name: "Overwrite it with mine" }).click();
  await page.getByText("is saved").first().waitFor();
  expect(await readHost(HOST)).toMatchObject({
    not_found_url: `${dashboard.destination.origin}/mine`,
    misses: "off",
  });
  await page.goto(`http://${HOST}:${worker.port}/nobody-knows`);
  expect(page.url()).toBe(`${dashboard.destination.origin}/mine`);
});

it("[10.8] says what lives on a hostname before it goes, and disconnects an empty one", async () => {
  const { page, worker } = dashboard;
  await worker.call("POST", "/host", { host: "full.localhost" });
  const { body } = await worker.call("POST", "/link", {
    host: "full.localhost",
    destination: "https://a.example",
  });
  await dashboard.signIn("/hosts/full.localhost?tab=owner");
  const drawer = page.getByRole("dialog", { name: "full.localhost" });
  const isLoaded = () => page.locator("dialog .skeleton").first().waitFor({ state: "detached" });
  await drawer.waitFor();
  await isLoaded();
  await drawer.getByRole("button", { name: "Disconnect" }).click();
  const refusal = page.getByRole("dialog", { name: "It has 1 record" });
  expect(await refusal.innerText()).toContain("Short links");
  await refusal.getByRole("button", { name: "Cancel" }).click();
  await worker.call("DELETE", `/link/${body.data[0].id}`);
  await dashboard.goTo("/hosts/full.localhost?tab=owner");
  await drawer.getByRole("button", { name: "Disconnect" }).click();
  await page
    .getByRole("dialog", { name: "Disconnect full.localhost?" })
    .getByRole("button", { name: "Disconnect" })
    .click();
  await page.waitForURL(`${dashboard.origin}/hosts`);
  expect((await worker.call("GET", "/host/full.localhost")).status).toBe(404);
});

it("[32.21] stores a page, shows it as text, and names where visitors see it", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/settings/pages");
  await page.getByRole("button", { name: "Upload" }).click();
  const buffer = Buffer.from("<!doctype html><title>Lost</title><h1>Nothing here</h1>");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "Lost Page.html", mimeType: "text/html", buffer });
  await page.getByRole("button", { name: "Store" }).click();
  await page.getByRole("link", { name: "lost-page.html" }).waitFor();
  await worker.call("POST", "/host", { host: "own.localhost" });
  await dashboard.goTo("/hosts/own.localhost?tab=look");
  await page.getByLabel("Page for “not found”").selectOption("lost-page.html");
  await page.getByLabel("Colour", { exact: true }).fill("#ffee00");
  await page.getByText("This is too pale to be read on white.").waitFor();
  await page.getByRole("button", { name: "Take #807700, a darker shade" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Visitors see it within a minute").first().waitFor();
  expect((await readHost("own.localhost")).branding.color).toBe("#807700");
  await dashboard.goTo("/settings/pages?file=lost-page.html");
  const drawer = page.getByRole("dialog", { name: "lost-page.html" });
  await drawer.getByText("<h1>Nothing here</h1>").waitFor();
  await drawer.getByRole("link", { name: "own.localhost" }).waitFor();
  expect(await drawer.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
  expect((await worker.visit("own.localhost", "/nobody-knows")).body).toContain("<h1>Nothing here</h1>");
});

it("[32.21] exports the workspace as one file", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/settings/export");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const stream = await (await download).createReadStream();
  const lines = Buffer.concat(await stream.toArray())
    .toString()
    .trim()
    .split("\n");
  const kinds = new Set(lines.map((line: string) => (JSON.parse(line) as { kind: string }).kind));
  expect([kinds.has("workspace"), kinds.has("claim"), kinds.has("cursor")]).toEqual([true, true, false]);
});

/** Signs somebody in by Cloudflare Access, which adds its assertion to every request. */
async function openByAccess(email: string): Promise<void> {
  const encode = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const nowSeconds = Math.floor(Date.now() / 1000);
  const times = { iat: nowSeconds, exp: nowSeconds + 600 };
  const issuer = { iss: "https://acme.cloudflareaccess.com", aud: ["tag"] };
  const signed = `${encode({ alg: "RS256", kid: "own" })}.${encode({ ...issuer, ...times, email })}`;
  const text = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign(ALGORITHM.name, access.privateKey, text);
  const assertion = `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  await dashboard.open({ extraHTTPHeaders: { "Cf-Access-Jwt-Assertion": assertion } });
  await dashboard.page.goto(`${dashboard.origin}/hosts`);
}

it("[32.22] lets a member of several workspaces choose one and change, and tells who is a member of none", async () => {
  const { worker } = dashboard;
  await openByAccess("eve@agency.example");
  await dashboard.page.getByText("you are a member of no workspace here").waitFor();
  const other = await newWorkspace({ name: "Second", plan: "enterprise", role: "owner", nowMs: Date.now() });
  await worker.db.batch(
    other.statements.map(({ sql, parameters }) => worker.db.prepare(sql).bind(...parameters)),
  );
  const member = { email: "eve@agency.example", name: "Eve", role: "editor" };
  for (const token of [worker.token, other.token]) await worker.call("POST", "/members", member, token);
  await openByAccess("eve@agency.example");
  await dashboard.page.getByRole("heading", { name: "Choose a workspace" }).waitFor();
  await dashboard.expectNoBarrier("choice");
  await dashboard.page.getByRole("button", { name: "Second" }).click();
  await dashboard.page.getByText("No hostname is connected").waitFor();
  await dashboard.page.getByRole("button", { name: "You and this browser" }).click();
  await dashboard.page.locator(".menu select").first().selectOption("Test");
  await dashboard.page.waitForURL(`${dashboard.origin}/`);
  await dashboard.goTo(`/hosts?search=${HOST}`);
  await dashboard.page.getByRole("link", { name: HOST, exact: true }).waitFor();
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier in hosts and settings, and never scrolls sideways", async () => {
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.signIn();
    const tabs = ["", "?tab=settings", "?tab=look", "?tab=owner"];
    const beside = ["/hosts/new", ...tabs.map((tab) => `/hosts/${HOST}${tab}`)];
    const settings = ["", "/members", "/tokens", "/notifications", "/blocklist", "/pages", "/export"];
    for (const path of ["/hosts", ...beside, ...settings.map((tab) => `/settings${tab}`)]) {
      await dashboard.goTo(path, beside.includes(path) ? "dialog[open]" : "main h1");
      await dashboard.expectNoBarrier(path);
    }
    expect(dashboard.complaints).toEqual([]);
  });
});
