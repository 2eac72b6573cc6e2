import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

const dashboard = useDashboard();

it("[32.46] ends a test of two destinations with one of them, and takes it back", async () => {
  const destinations = ["https://a.example/", "https://b.example/"];
  const { body } = await dashboard.worker.call("POST", "/link", {
    host: HOST,
    alias: "test-ends",
    destinations,
    destination_routing: "weighted:1,0",
    routing_ends: { at: "2120-01-01T00:00:00Z", destination: "https://a.example/" },
  });
  const { id } = body.data[0];
  const visit = async () => (await dashboard.worker.visit(HOST, "/test-ends")).headers.get("location");
  expect(await visit()).toBe("https://a.example/");
  await readUntil(
    async () => {
      await visit();
      return (await dashboard.worker.call("GET", `/links/${id}/stats`)).body.clicks as number;
    },
    (clicks) => clicks > 0,
    { everyMs: 500 },
  );
  await dashboard.signIn(`/links/${id}?tab=stats`);
  await dashboard.page.getByText("End the test: keep").waitFor();
  await dashboard.page.getByRole("button", { name: "b.example/" }).click();
  await dashboard.page.waitForURL(/\/changes\//);
  await expect.poll(visit).toBe("https://b.example/");
  await dashboard.page.getByRole("link", { name: "Undo …" }).click();
  await dashboard.page.getByRole("button", { name: "Undo for 1 record" }).click();
  await expect.poll(visit).toBe("https://a.example/");

  // The history of the record brings all of it back as well.
  const routing = { destinations, destination_routing: "weighted:0,1" };
  await dashboard.worker.call("PUT", `/links/${id}`, routing);
  await dashboard.worker.call("PUT", `/links/${id}`, {
    destinations: [destinations[0]],
    destination_routing: "primary",
    routing_ends: null,
  });
  await dashboard.goTo(`/links/${id}?tab=history`);
  await dashboard.page.getByRole("button", { name: "Undo this change" }).first().click();
  await expect.poll(visit).toBe("https://b.example/");
  expect((await dashboard.worker.call("GET", `/links/${id}`)).body).toMatchObject(routing);
});
