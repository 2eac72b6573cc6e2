import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** Webhooks as people make and watch them: the running worker, in a browser, with a receiver on loopback. */

const dashboard = useDashboard(() => Promise.resolve({ MONITOR_ALLOW: "127.0.0.1" }));

let server: Server;
let url: string;
let answers: number[] = [];
let bodies: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function makeWebhook(): Promise<string> {
  const body = { url, events: ["link.created"] };
  return (await dashboard.worker.call("POST", "/webhooks", body)).body.id;
}

it("[35.33] makes one, shows its secret once, sends a test and shows what became of it", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/settings/webhooks");
  await page.getByText("There are no webhooks yet.").waitFor();
  await page.getByRole("button", { name: "Make a webhook" }).click();
  const form = page.getByRole("dialog", { name: "Make a webhook" });
  await form.getByLabel("URL of the receiver").fill("ftp://nowhere");
  await form.getByRole("button", { name: "Make a webhook" }).click();
  await form.locator(".field-error").first().waitFor();
  await form.getByLabel("URL of the receiver").fill(url);
  await form.getByLabel("Records were created").check();
  await form.getByLabel("A destination is broken").check();
  await dashboard.expectNoBarrier("the form of a webhook");
  await form.getByRole("button", { name: "Make a webhook" }).click();
  const secret = page.getByRole("dialog", { name: "Secret of the webhook" });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole("button", { name: "I have stored it" }).click();
  await page.getByText("2 events").waitFor();
  const { data } = (await worker.call("GET", "/webhooks")).body;
  expect(data).toMatchObject([{ url, events: ["link.created", "record.broken"], hosts: null }]);

  await page.getByRole("button", { name: "Send a test" }).click();
  const log = page.getByRole("dialog", { name: `Log of ${url}` });
  await log.getByText("webhook.test", { exact: true }).waitFor();
  await expect.poll(() => bodies.length).toBe(1);
  await log.getByText("accepted").waitFor();
  await dashboard.expectNoBarrier("the log of a webhook");
  await log.getByRole("button", { name: "Send again: webhook.test" }).click();
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]).toBe(bodies[0]);
  await worker.call("DELETE", `/webhooks/${data[0].id}`);
});

it("[35.33] says why one was switched off, switches it on, changes and deletes it", async () => {
  const { page, worker } = dashboard;
  const id = await makeWebhook();
  answers = [410];
  await worker.call("POST", `/webhooks/${id}/test`);
  const shown = async () => (await worker.call("GET", `/webhooks/${id}`)).body;
  await expect.poll(async () => (await shown()).disabled_reason).toBe("gone");
  await dashboard.signIn("/settings/webhooks");
  await page.getByText("The receiver answered 410, so it was switched off:").waitFor();
  await dashboard.expectNoBarrier("a webhook that is off");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Events are sent.").waitFor();

  await page.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Change the webhook" });
  await form.getByLabel("Records were deleted").check();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("2 events").waitFor();
  expect(await shown()).toMatchObject({ events: ["link.created", "link.deleted"] });

  await page.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("button", { name: "Make a new secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click();
  const secret = page.getByRole("dialog", { name: "Secret of the webhook" });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no webhooks yet.").waitFor();
});
