import { describe, expect, it } from "vitest";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** The files of a hostname, and how a link looks when it is shared, as an owner sets them in a browser. */

const dashboard = useDashboard();
const APPLE = "apple-app-site-association";

/** Draws a picture of a size in the page, and returns it as a file. */
async function drawPicture(width: number, height: number) {
  // Noise makes a large file.
  const base64 = await dashboard.page.evaluate<string>(`(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [${width}, ${height}];
    const context = canvas.getContext("2d");
    for (let at = 0; at < 4_000; at++) {
      context.fillStyle = "hsl(" + ((at * 37) % 360) + " 70% 60%)";
      context.fillRect((at * 97) % ${width}, (at * 61) % ${height}, 40, 40);
    }
    return canvas.toDataURL("image/png").split(",")[1];
  })()`);
  return { name: "Spring Sale.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

it("[35.14, 35.15] stores, changes and deletes files of a hostname, and shows at once what is wrong", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn(`/hosts/${HOST}?tab=files`);
  const drawer = page.getByRole("dialog", { name: HOST });
  await drawer.getByRole("button", { name: "Add: robots.txt" }).click();
  const robots = page.getByRole("dialog", { name: "robots.txt" });
  await robots.getByLabel("Content").fill("<!doctype html>");
  await robots.getByRole("button", { name: "Save" }).click();
  await robots.getByText("has neither a field nor a comment in line 1").waitFor();
  await robots.getByLabel("Content").fill("User-agent: *\nDisallow: /private/\n");
  await robots.getByRole("button", { name: "Save" }).click();
  await page.getByText("robots.txt is stored.").first().waitFor();

  await drawer.getByRole("button", { name: `Add: ${APPLE}` }).click();
  const apple = page.getByRole("dialog", { name: APPLE });
  const json = { name: "aasa.json", mimeType: "application/json", buffer: Buffer.from("{}") };
  await apple.getByLabel("From a file").setInputFiles(json);
  await apple.getByRole("button", { name: "Save" }).click();
  await apple.getByText("is missing, or has the wrong form").waitFor();
  await apple.getByLabel("Content").fill('{"applinks": {"details": []}}');
  await apple.getByRole("button", { name: "Save" }).click();
  await page.getByText(`${APPLE} is stored.`).first().waitFor();

  await drawer.getByRole("button", { name: "Add: favicon.ico" }).click();
  const icon = page.getByRole("dialog", { name: "favicon.ico" });
  const picture = { ...(await drawPicture(32, 32)), name: "icon.png" };
  await icon.getByLabel("From a file").setInputFiles(picture);
  await icon.getByRole("button", { name: "Save" }).click();
  await page.getByText("favicon.ico is stored.").first().waitFor();

  await drawer.getByRole("button", { name: "Change: robots.txt" }).click();
  expect(await robots.getByLabel("Content").inputValue()).toBe("User-agent: *\nDisallow: /private/\n");
  await page.keyboard.press("Escape");
  await drawer.getByRole("button", { name: "Delete: robots.txt" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("robots.txt is deleted.").first().waitFor();
  const { body } = await worker.call("GET", `/host/${HOST}/files`);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([APPLE, "favicon.ico"]);
  await drawer.getByRole("link", { name: "Ownership" }).click();
  await drawer.getByText("robots.txt is deleted.").first().waitFor();
});

it("[35.22, 35.23] draws how messengers show a link while one types, with a picture that is uploaded there", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "shared" });
  await dashboard.signIn(`/links/${id}`);
  const form = page.getByRole("dialog");
  await form.getByText("Link preview", { exact: true }).first().click();
  await form.getByText("Messengers follow the link").waitFor();
  await form.getByLabel("Title in chats and networks").fill("Spring sale");
  const drawn = form.getByRole("region", { name: "How messengers show it" });
  for (const name of ["WhatsApp", "Slack", "iMessage", "X"]) {
    const card = drawn.getByRole("listitem").filter({ hasText: name });
    expect(await card.first().innerText()).toContain("Spring sale");
  }
  await form.getByLabel("Upload a picture").setInputFiles(await drawPicture(2_400, 1_260));
  await drawn.locator("img").first().waitFor();
  expect(await drawn.locator("img").count()).toBe(4);
  const readWidths = () =>
    drawn
      .locator("img")
      .evaluateAll((all) => all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth));
  await expect.poll(readWidths).toEqual([1_200, 1_200, 1_200, 1_200]);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await worker.call("GET", `/links/${id}`)).body.preview?.title)
    .toBe("Spring sale");
  const { preview } = (await worker.call("GET", `/links/${id}`)).body;
  expect(preview.file).toMatch(/^spring-sale-[a-z\d]+\.jpg$/);
  const { body } = await worker.call("GET", "/files");
  expect(body.data[0]).toMatchObject({ name: preview.file, type: "image/jpeg" });
  expect(body.data[0].size).toBeLessThanOrEqual(100_000);
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10, 35.22] have no barrier, and never scroll sideways", async () => {
    const { body } = await dashboard.worker.call("GET", "/links?per_page=1");
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.signIn();
    for (const path of [`/hosts/${HOST}?tab=files`, `/links/${body.data[0].id}`]) {
      await dashboard.goTo(path);
      const section = dashboard.page.locator("summary", { hasText: "Link preview" });
      if (path.startsWith("/links")) await section.click();
      await dashboard.expectNoBarrier(path);
    }
    expect(dashboard.complaints).toEqual([]);
  });
});
