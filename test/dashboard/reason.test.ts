import { describe, expect, it } from "vitest";
import { FILE_SENTENCES } from "../../src/domain/refusal/file-sentences.ts";
import { refuse } from "../../src/domain/refusal/refusal.ts";
import { SENTENCES } from "../../src/domain/refusal/sentences.ts";
import { PLUGINS } from "../../src/domain/plugin/registry.ts";
import { sayReason, langOf } from "../../src/dashboard/text/reason.ts";
import hosts from "../../src/dashboard/text/en/hosts.json" with { type: "json" };
import records from "../../src/dashboard/text/en/records.json" with { type: "json" };
import { loadTexts, speak } from "../../src/dashboard/text/text.ts";
import { listCodes, listUsedCodes } from "./support/list-codes.ts";

describe("what the API says on a German screen", () => {
  it("[9.23] has no sentence that the code does not use, and none twice", async () => {
    const sentences = { ...SENTENCES, ...FILE_SENTENCES };
    const used = await listUsedCodes();
    // Guards against a list that finds nothing.
    expect(used.size).toBeGreaterThan(500);
    expect(Object.keys(sentences).filter((code) => !used.has(code))).toEqual([]);
    const texts = Object.values(sentences).map((text) => text.replaceAll(/\{\w+\}/g, "{}"));
    // An answer that is no URL has a name in each language, and a text of yesterday is a whole sentence.
    const alike = new Set(["{}", "leads to {}"]);
    expect(texts.filter((text, index) => !alike.has(text) && texts.indexOf(text) !== index)).toEqual([]);
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
    expect(sayReason(refuse("required"))).toBe("is required");
    expect(langOf("is required")).toBeUndefined();
    await speak("de");
    expect(sayReason(refuse("required"))).toBe("fehlt");
    expect(sayReason(refuse("in_host", { reason: refuse("empty_label") }))).toBe(
      "der Hostname hat zwischen zwei Punkten keinen Namen",
    );
    // A code of a later version, and what 0.2.0 has stored without a code.
    expect(sayReason({ code: "of_tomorrow" }, "says something new")).toBe("says something new");
    expect(sayReason(refuse("as_written", { text: "said something" }), "said something")).toBe(
      "said something",
    );
    expect([langOf("says something new"), langOf("said something"), langOf("fehlt")]).toEqual([
      "en",
      "en",
      undefined,
    ]);
    const records = refuse("either", { first: "CNAME go.a b", rest: "TXT c d" });
    expect(sayReason(refuse("dns_none", { host: "go.a", records }))).toBe(
      "go.a hat keinen Eintrag, der hierher führt. Legen Sie an: CNAME go.a b oder TXT c d.",
    );
    expect(sayReason(refuse("needs_role", { role: "owner" }))).not.toContain("owner");
    await speak("en");
    expect(langOf("says something new")).toBeUndefined();
  });
});
