import { withoutClickId } from "../click-id.ts";
import { refuse, type Refusal } from "../refusal/refusal.ts";
import type { CheckResult, CheckUrl } from "./check.ts";

/** The answer that a visitor of a checked URL gets. */
export interface CheckedAnswer {
  outcome: string;
  status: number;
  /** The Locations of all destinations that the visitor may be sent to. */
  locations: string[];
  /** The number of those destinations, also where their Locations are not asked for. */
  choices: number;
  /** The further answers inside the workspace. */
  hops: { outcome: string; status: number; location: string | null }[];
  isLoop: boolean;
}

export interface Judgement {
  result: CheckResult;
  /** Why, or what else there is to know of the answer; null if there is nothing to say. */
  reason: Refusal | null;
}

/** The outcomes that a record or the platform itself answers with. */
const COVERING = new Set([
  "redirect",
  "frame",
  "html",
  "card",
  "gate",
  "gone",
  "preview",
  "picture",
  "robots",
  "favicon",
  "file",
  "options",
  "probe",
]);
const PERMANENT = new Set([301, 308]);
const TEMPORARY = new Set([302, 303, 307]);

/** Compares the answer of a visitor with the expected one. The worst result that applies to a URL counts. */
export function judgeUrl(
  { location, status }: Pick<CheckUrl, "location" | "status">,
  answer: CheckedAnswer,
): Judgement {
  const { hops, isLoop } = answer;
  if (isLoop) return { result: "loop", reason: refuse("check_circle") };
  const last = hops.at(-1);
  // A redirect to https is not yet the answer.
  const outcome = answer.outcome === "upgrade" && hops[0] !== undefined ? hops[0].outcome : answer.outcome;
  if (!COVERING.has(outcome)) return { result: "uncovered", reason: refuse("check_outcome", { outcome }) };
  const dead = hops.find((hop) => !COVERING.has(hop.outcome) && hop.outcome !== "upgrade");
  if (dead !== undefined)
    return { result: "uncovered", reason: refuse("check_leads_to_outcome", { outcome: dead.outcome }) };
  const led = [...answer.locations, ...hops.map((hop) => hop.location)];
  const password = outcome === "gate" ? refuse("check_asks_password") : null;
  if (location !== null && !led.some((url) => url !== null && isSameUrl(url, location))) {
    const url = last?.location ?? answer.locations[0];
    const reason = url === undefined ? refuse("check_leads_nowhere") : refuse("check_leads", { url });
    return { result: "unexpected", reason: password ?? reason };
  }
  const first = answer.outcome === "upgrade" ? (hops[0]?.status ?? answer.status) : answer.status;
  if (status !== null && status !== first) {
    const isTemporary = PERMANENT.has(status) && TEMPORARY.has(first);
    const reason = password ?? refuse("check_answers", { status: first });
    return { result: isTemporary ? "temporary" : "unexpected", reason };
  }
  const redirects = [answer, ...hops].filter((hop) => hop.outcome === "redirect").length;
  if (redirects > 1) return { result: "chain", reason: refuse("check_redirects", { count: redirects }) };
  const oneOf = answer.choices > 1 ? refuse("check_one_of", { count: answer.choices }) : null;
  return { result: "covered", reason: password ?? oneOf };
}

function isSameUrl(one: string, other: string): boolean {
  const plain = withoutClickId(one);
  return plain === other || URL.parse(plain)?.href === URL.parse(other)?.href;
}
