import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PLUGINS } from "../../src/domain/plugin/registry.ts";
import { sourceQueryOf } from "../../src/visitor/count.ts";
import { readPasswordField } from "../../src/visitor/gate/form.ts";
import { isUnlocked } from "../../src/visitor/gate/unlock-cookie.ts";
import { chooseLanguage } from "../../src/visitor/pages/language.ts";
import { readUrl, toVisit } from "../../src/visitor/visit.ts";
import { growingTexts, PATTERNS } from "../support/growing-text.ts";

/** What visitors send is as long as they like: reading it takes time by its length, and no more. */

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/plain"];
const LOCK = { recordId: "record", passwordVersion: 1 };
const visit = toVisit(new Request("https://go.example/a"), Date.UTC(2026, 0, 31));

async function readForms(text: string): Promise<void> {
  const bodies = [text, `password=${text}`, `--b\r\nContent-Disposition: form-data; name="${text}`];
  for (const type of [...FORMS, `multipart/form-data; boundary=${text.replaceAll(/[^\x21-\x7e]/g, "b")}`]) {
    for (const body of bodies) {
      const init = { method: "POST", headers: { "Content-Type": type }, body };
      await readPasswordField(new Request("https://go.example/a", init));
    }
  }
}

async function divertAndDraw(userAgent: string): Promise<void> {
  for (const { divert, draw } of PLUGINS) {
    await divert?.({ address: "192.0.2.1", userAgent });
    draw?.("record", { address: "192.0.2.1", userAgent });
  }
}

const READERS: Record<string, (text: string) => unknown> = {
  readPasswordField: readForms,
  isUnlocked: (text) => isUnlocked(env, LOCK, visit, `a=b; __Host-sp_record=${text};${text}`),
  "isUnlocked by a moment": (text) => isUnlocked(env, LOCK, visit, `__Host-sp_record=9999999999999.${text}`),
  chooseLanguage,
  "chooseLanguage behind a language": (text) => chooseLanguage(`de${text}`),
  readUrl: (text) => readUrl(`https://go.example/${text}?${text}`),
  sourceQueryOf: (text) => sourceQueryOf(`https://go.example/a${text}`),
  "plugins by a user agent": divertAndDraw,
  "plugins by a browser": (text) => divertAndDraw(`Mozilla/5.0 (${text}`),
};

describe.each(Object.entries(READERS))("%s", (_, read) => {
  test.each([...PATTERNS, "; ", ";q=", "-a", "bot", "\r\n--b", "=&"])(
    "comes to an end on any number of %j",
    { timeout: 40_000 },
    async (pattern) => {
      for (const text of growingTexts(pattern)) await read(text);
      expect(pattern).not.toBe("");
    },
  );
});

test("a form is read no further than one may be long", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1_024));
    },
  });
  const init = { method: "POST", headers: { "Content-Type": FORMS[0] ?? "" }, body };
  expect(await readPasswordField(new Request("https://go.example/a", init))).toBeNull();
  expect(pulled).toBeLessThan(20);
});
