import { expect, it } from "vitest";
import { nextCheckMs, type CheckedHost } from "../../../src/services/host/internal/next-check.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

const WRONG = { isCorrect: false, isIssuing: false, isInconclusive: false };
const RIGHT = { ...WRONG, isCorrect: true };
const ISSUING = { ...RIGHT, isIssuing: true };

it.each<[string, Omit<CheckedHost, "changedAtMs">, number, number]>([
  ["not yet correct, new", WRONG, 0, 5 * MINUTE_MS],
  ["not yet correct, in its first hour", WRONG, HOUR_MS - 1, 5 * MINUTE_MS],
  ["not yet correct, after it", WRONG, HOUR_MS, HOUR_MS],
  ["not yet correct, in its first week", WRONG, 7 * DAY_MS - 1, HOUR_MS],
  ["not correct for long", WRONG, 7 * DAY_MS, DAY_MS],
  ["not correct, with a certificate to come", { ...WRONG, isIssuing: true }, 0, 5 * MINUTE_MS],
  ["correct", RIGHT, 0, 6 * HOUR_MS],
  ["correct for long", RIGHT, 400 * DAY_MS, 6 * HOUR_MS],
  ["correct, with a certificate to come", ISSUING, HOUR_MS - 1, MINUTE_MS],
  ["correct, with a certificate that takes its time", ISSUING, HOUR_MS, HOUR_MS],
  ["correct, with a certificate that never comes", ISSUING, 7 * DAY_MS, 6 * HOUR_MS],
  ["correct, but nobody answered this time", { ...RIGHT, isInconclusive: true }, 400 * DAY_MS, 5 * MINUTE_MS],
  ["about to get its certificate, and nobody answered", { ...ISSUING, isInconclusive: true }, 0, MINUTE_MS],
])("a hostname that is %s", (_, host, ageMs, delayMs) => {
  expect(nextCheckMs({ ...host, changedAtMs: NOW_MS - ageMs }, NOW_MS) - NOW_MS).toBe(delayMs);
});
