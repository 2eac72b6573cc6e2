import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import type { Explanation } from "./explanation.ts";

/** Returns warnings about an explanation, as sentences. */
export function listWarnings(
  { answered, record, destinations, edge, next }: Omit<Explanation, "warnings">,
  isLoop: boolean,
): Refusal[] {
  const { host, outcome, status, spread } = answered;
  const warnings: Refusal[] = [];
  if (host !== null && !host.claim.isHeld) {
    warnings.push(refuse("explain_not_held", { host: host.name }));
  }
  if (host?.claim.isHeld === true && host.claim.behindSinceMs !== null) {
    warnings.push(refuse("explain_behind"));
  }
  if (edge.shows === "older") warnings.push(refuse("explain_older"));
  const drawn = destinations.filter(({ verdict }) => verdict === "possible").length;
  if (drawn > 1) {
    warnings.push(refuse("explain_drawn", { count: drawn }));
  }
  if (destinations.some(({ verdict }) => verdict === "dangerous")) {
    warnings.push(refuse("explain_dangerous"));
  }
  const leads = outcome === "redirect" || outcome === "frame";
  if (record !== null && record.maxClicks !== null && leads) {
    warnings.push(refuse("explain_limit"));
  }
  if (spread?.rule !== undefined && spread.rule !== null && (status === 301 || status === 308)) {
    warnings.push(refuse("explain_permanent"));
  }
  const hops = next.filter((hop) => hop.answered.location !== null).length;
  if (isLoop) warnings.push(refuse("explain_circle"));
  else if (hops > 0) warnings.push(refuse("explain_hops", { count: hops + 1 }));
  return warnings;
}
