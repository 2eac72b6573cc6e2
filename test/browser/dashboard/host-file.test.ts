import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The files that a hostname has, and the file that it is exported to. */

const dashboard = useDashboard();

it("[35.15] names the members of a file that are refused, at its content", async () => {
  const { page, worker } = dashboard;
  await worker.call("POST", "/host", { host: "file.localhost" });
  await dashboard.signIn("/hosts/file.localhost?tab=files");
  await page.getByRole("button", { name: "Add: security.txt" }).click();
  const dialog = page.getByRole("dialog", { name: "security.txt" });
  await dialog.getByLabel("Content").fill("Contact: x");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Contact: is needed as a URI").waitFor();
  await dialog.getByText("Expires: must be there once").waitFor();
});

it("[26.1] exports one hostname as one file", async () => {
  const { page, worker } = dashboard;
  await worker.call("POST", "/host", { host: "out.localhost" });
  await worker.call("POST", "/link", {
    host: "out.localhost",
    alias: "a",
    destination: "https://example.com/",
  });
  await dashboard.signIn("/hosts/out.localhost?tab=owner");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all of it" }).click();
  const stream = await (await download).createReadStream();
  const lines = Buffer.concat(await stream.toArray())
    .toString()
    .trim()
    .split("\n");
  const kinds = lines.map((line: string) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds.toSorted()).toEqual(["claim", "record"]);
});
