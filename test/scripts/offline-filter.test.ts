import { expect, test } from "vitest";
import { createOfflineFilter } from "../../scripts/support/offline-filter.ts";

const REPORT = `✘ [ERROR] e = rust/worker/ffi.rs:110: failed: failed to lookup address information: Name or service not known

  stack: /x/workerd@34dcea9 /x/workerd@26b6840; wdErrId = 7smu


`;

test("makes one sentence of the reports of names that could not be looked up", () => {
  const filter = createOfflineFilter();
  const shown = filter(`before\n${REPORT}${REPORT}after\n`);
  expect(shown).toMatch(/^before\nThe network cannot be reached: .*\nafter\n$/);
  expect(filter(REPORT)).toBe("");
});

test("does so wherever the text is cut", () => {
  for (let at = 1; at < REPORT.length; at++) {
    const filter = createOfflineFilter();
    const shown = filter(REPORT.slice(0, at)) + filter(`${REPORT.slice(at)}after\n`);
    expect(shown, String(at)).toMatch(/The network cannot be reached: .*\nafter\n$/);
    expect(shown).not.toContain("stack:");
  }
});

test("removes only the Worker's warnings for the same reason", () => {
  const warning = (event: string) => `▲ [WARNING] {"event":"${event}","level":"warn"}\n\n\n`;
  const lists = warning("crawler_list_not_read");
  const filter = createOfflineFilter();
  expect(filter(lists)).toBe(lists);
  filter(REPORT);
  expect(filter(`${lists}${warning("host_not_checked")}`)).toBe(warning("host_not_checked"));
  expect(filter(lists.slice(0, 30)) + filter(`${lists.slice(30)}after\n`)).toBe("after\n");
});

test("leaves every other error as it is, and prompts without a line break", () => {
  const filter = createOfflineFilter();
  const error = "✘ [ERROR] Uncaught TypeError\n\n  stack: at fetch\n";
  expect(filter(error)).toBe(error);
  expect(filter("a prompt: ")).toBe("a prompt: ");
});
