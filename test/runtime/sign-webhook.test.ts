import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newWebhookSecret, signWebhook } from "../../src/runtime/sign-webhook.ts";

const BODY = '{"title":"Grüße, 世界"}';

describe("a webhook", () => {
  it("is verified by the library of Standard Webhooks, and only as it was signed", async () => {
    const secret = newWebhookSecret();
    const atSeconds = Math.floor(Date.now() / 1000);
    const headers = await signWebhook([secret], { id: "msg_1", atSeconds, body: BODY });
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(BODY, { ...headers, "webhook-id": "msg_2" })).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(BODY, headers)).toThrow();
  });

  it("has the headers that the library makes", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const atSeconds = 1_614_265_330;
    const expected = new Webhook(secret).sign("msg_1", new Date(atSeconds * 1000), BODY);
    expect(await signWebhook([secret], { id: "msg_1", atSeconds, body: BODY })).toEqual({
      "webhook-id": "msg_1",
      "webhook-timestamp": "1614265330",
      "webhook-signature": expected,
    });
  });

  it("has a secret of 32 random bytes", () => {
    const secrets = Array.from({ length: 50 }, newWebhookSecret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(secrets).size).toBe(50);
  });
});
