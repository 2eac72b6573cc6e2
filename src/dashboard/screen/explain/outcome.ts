import { t, type TextKey } from "../../text/text.ts";

/** The names of outcomes of the API. An unknown outcome of a later API keeps its name. */
const OUTCOMES = [
  "card",
  "data",
  "expired",
  "fallback",
  "favicon",
  "frame",
  "gate",
  "gone",
  "guess-unavailable",
  "html",
  "locked",
  "method-not-allowed",
  "not-found",
  "options",
  "paused",
  "picture",
  "preview",
  "probe",
  "redirect",
  "refusal",
  "robots",
  "self",
  "unavailable",
  "unknown-host",
  "upgrade",
  "warning",
] as const;

export function toOutcomeText(outcome: string): string {
  const known = OUTCOMES.find((name) => name === outcome);
  return known === undefined ? outcome : t(`explain.outcome.${known}` satisfies TextKey);
}
