import { describe, expect, it } from "vitest";
import { createSite } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

async function createProtected(password: string): Promise<{ url: string }> {
  const site = await createSite();
  return site.createLink({ destination: "https://secret.example", password });
}

function post(url: string, password: string): Promise<Response> {
  return visit(url, { method: "POST", body: new URLSearchParams({ password }) });
}

describe("[5.14] a password of letters with accents", () => {
  it("is the same in either Unicode form, whichever the owner wrote and the visitor types", async () => {
    const forms = ["caf\u00e9 \u1ec7", "cafe\u0301 e\u0323\u0302"];
    for (const written of forms) {
      const { url } = await createProtected(written);
      for (const typed of forms) expect((await post(url, typed)).status).toBe(303);
      expect((await post(url, "cafe e")).status).toBe(403);
    }
  });

  it("has up to 128 characters in the composed form, however long the typed one is", async () => {
    const { url } = await createProtected("\u1ec7".repeat(128));
    expect((await post(url, "e\u0323\u0302".repeat(128))).status).toBe(303);
  });
});
