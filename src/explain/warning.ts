import type { Explanation } from "./explanation.ts";

/** Returns warnings about an explanation, as sentences. */
export function listWarnings(
  { answered, record, destinations, edge, next }: Omit<Explanation, "warnings">,
  isLoop: boolean,
): string[] {
  const { host, outcome, status, spread } = answered;
  const warnings: string[] = [];
  if (host !== null && !host.claim.isHeld) {
    warnings.push(`The workspace does not hold ${host.name} yet: visitors do not get these records.`);
  }
  if (host?.claim.isHeld === true && host.claim.behindSinceMs !== null) {
    warnings.push(
      "The hostname's latest writes are not everywhere yet. Where a narrower source may still come, visitors get a temporary redirect.",
    );
  }
  if (edge.shows === "older") warnings.push("This place of the edge still shows an older state.");
  const drawn = destinations.filter(({ verdict }) => verdict === "possible").length;
  if (drawn > 1) {
    warnings.push(
      `One of ${drawn} destinations is drawn for each visit. The location is that of the likeliest.`,
    );
  }
  if (destinations.some(({ verdict }) => verdict === "dangerous")) {
    warnings.push("A destination is on the blocklist, or reported as dangerous: its visitors get a warning.");
  }
  const leads = outcome === "redirect" || outcome === "frame";
  if (record !== null && record.maxClicks !== null && leads) {
    warnings.push("The record lets a limited number of visitors through. This took no place.");
  }
  if (spread?.rule !== undefined && spread.rule !== null && (status === 301 || status === 308)) {
    warnings.push("The status is permanent, and another visitor may be sent elsewhere by a rule.");
  }
  const hops = next.filter((hop) => hop.answered.location !== null).length;
  if (isLoop) warnings.push("The redirects lead in a circle.");
  else if (hops > 0) warnings.push(`Visitors take ${hops + 1} redirects inside the workspace.`);
  return warnings;
}
