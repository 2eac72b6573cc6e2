import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { callRest, openDoor } from "../support/shlink.ts";
import { addToken, createSite } from "../support/site.ts";
import { askYourls, openYourls } from "../support/yourls.ts";

/** Doors are closed to callers who are limited to tags. */

it("[27.17] the door shlink refuses every call of a token with tags", async () => {
  const site = await createSite();
  await openDoor(site);
  const token = await addToken(site.id, { tags: ["Sales"] });
  const body = { longUrl: "https://example.com/", tags: ["Sales"] };
  for (const call of [
    ["GET", "/v3/short-urls"],
    ["GET", "/v3/tags"],
    ["POST", "/v3/short-urls", body],
  ]) {
    const { status, body: answer } = await callRest(token, ...(call as [string, string, object?]));
    expect([status, answer.detail]).toEqual([403, "This needs a token that is not limited to some tags."]);
  }
  expect((await callRest(site.token, "GET", "/v3/short-urls")).status).toBe(200);
});

it("[27.17] a key of the door YOURLS is closed from when its member is limited to tags", async () => {
  const site = await createSite();
  const key = await openYourls(site);
  const ask = async () =>
    (await askYourls(key.id, { format: "json", action: "db-stats", signature: key.signature })).status;
  expect(await ask()).toBe(200);
  // Another owner stays without limits.
  await addToken(site.id);
  await env.DB.prepare(
    `UPDATE memberships SET hosts = '[]', limits = '{"hosts":null,"tags":["Sales"]}' WHERE workspace_id = ?1 AND user_id = ?2`,
  )
    .bind(site.id, site.userId)
    .run();
  expect(await ask()).toBe(404);
});
