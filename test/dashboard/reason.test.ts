import { describe, expect, it } from "vitest";
import { PLUGINS } from "../../src/domain/plugin/registry.ts";
import { createReasonFinder, type ReasonMatch } from "../../src/dashboard/text/reason-template.ts";
import { sayReason, langOf } from "../../src/dashboard/text/reason.ts";
import fileReasons from "../../src/dashboard/text/en/file-reason.json" with { type: "json" };
import hosts from "../../src/dashboard/text/en/hosts.json" with { type: "json" };
import notices from "../../src/dashboard/text/en/notice.json" with { type: "json" };
import reasons from "../../src/dashboard/text/en/reason.json" with { type: "json" };
import records from "../../src/dashboard/text/en/records.json" with { type: "json" };
import { loadTexts, speak } from "../../src/dashboard/text/text.ts";
import { listCodes, listSentences } from "./support/list-sentences.ts";
import { formsOf, OTHER_FORMS, SAYING } from "./support/said-sentence.ts";

it("finds the text of a reason, the longest of those that fit", () => {
  const find = createReasonFinder({
    a: "must have at most {count} characters",
    b: "must be (a) or [b]",
    c: "{source} is already in use",
    d: "{first} is already in use by {second}",
    e: "the host {reasonOfIt}",
    f: "the host {name} is new",
  });
  expect(find("must have at most 64 characters")).toEqual({ key: "a", values: { count: "64" } });
  expect(find("must be (a) or [b]")).toEqual({ key: "b", values: {} });
  expect(find("go.a/x is already in use by b")).toEqual({
    key: "d",
    values: { first: "go.a/x", second: "b" },
  });
  expect(find("go.a/x is already in use")?.key).toBe("c");
  expect(find("must be a or b")).toBeNull();
  expect(find("the host must be (a) or [b]")).toEqual({
    key: "e",
    values: { reasonOfIt: { key: "b", values: {} } },
  });
  expect(find("the host a is new")?.key).toBe("f");
  expect(find("the host is strange")).toBeNull();
});

describe("what the API says on a German screen", () => {
  const templates = { ...reasons, ...notices, ...fileReasons };

  it("[32.28] has a text for every sentence of the code, and none that the code does not have", async () => {
    const find = createReasonFinder(templates);
    const sentences = await listSentences(SAYING);
    // Guards against a list that finds nothing.
    expect(sentences.length).toBeGreaterThan(1_000);
    const used = new Set<string>();
    const use = ({ key, values }: ReasonMatch) => {
      used.add(key);
      for (const [name, value] of Object.entries(values)) {
        if (typeof value !== "string") use(value);
        else if (name === "words" || name === "records") {
          for (const part of value.split(/ (?:and|or) /)) useWords(part);
        }
      }
    };
    const useWords = (words: string) => {
      const found = find(words);
      if (found !== null) use(found);
    };
    const unsaid: string[] = [];
    const say = (form: string, file = "") => {
      const found = find(form);
      if (found === null) unsaid.push(`${file}: ${form}`);
      else use(found);
    };
    for (const sentence of sentences) for (const form of formsOf(sentence)) say(form, sentence.file);
    for (const form of OTHER_FORMS) say(form);
    expect(unsaid).toEqual([]);
    const words = new Set(["reason.and", "reason.or"]);
    expect(Object.keys(templates).filter((key) => !used.has(key) && !words.has(key))).toEqual([]);
  });

  it("[32.28] has one text for each sentence", () => {
    const sentences = Object.values(templates).map((text) => text.replaceAll(/\{\w+\}/g, "{}"));
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
  });

  it("[32.28] has texts for every plugin, and for every code of a problem of a hostname", async () => {
    const codes = await listCodes(["src/services/host", "src/domain"]);
    for (const { key } of PLUGINS) expect(records).toHaveProperty([`plugin.${key}.text`]);
    expect(codes).toEqual(expect.arrayContaining(["nxdomain", "proof_needed", "api_busy", "timeout"]));
    const texts = new Set(Object.keys(hosts));
    expect(
      codes.filter((code) => !texts.has(`hosts.error.${code.replace("{}", "")}`.replace(/_$/, ""))),
    ).toEqual([]);
  });

  it("[32.28] is German, inner reasons too, or marked as English", async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await loadTexts("reason");
    expect(sayReason("is required")).toBe("is required");
    expect(langOf("is required")).toBeUndefined();
    await speak("de");
    expect(sayReason("is required")).toBe("fehlt");
    expect(sayReason("the hostname has an empty label")).toBe(
      "der Hostname hat zwischen zwei Punkten keinen Namen",
    );
    expect(sayReason("something that has no text")).toBe("something that has no text");
    expect([langOf("something that has no text"), langOf("fehlt")]).toEqual(["en", undefined]);
    const notice = "go.a has no record that leads here: create CNAME go.a b or TXT c d.";
    expect(sayReason(notice)).toBe(notice);
    await loadTexts("notice");
    expect(sayReason(notice)).toBe(
      "go.a hat keinen Eintrag, der hierher führt. Legen Sie an: CNAME go.a b oder TXT c d.",
    );
    await speak("en");
    expect(langOf("something that has no text")).toBeUndefined();
  });
});
