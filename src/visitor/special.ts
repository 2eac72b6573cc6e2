import { CLICK_ID_PLACE, withParameter } from "../domain/click-id.ts";
import { MAX_LOCATION_CHARACTERS } from "../domain/compose.ts";
import { toBase64Url } from "../runtime/base64.ts";
import { findBlockedHost } from "../domain/blocklist.ts";
import { givenAt } from "../domain/given-at.ts";
import { chooseRule } from "../domain/rule/choose-rule.ts";
import type { CompiledRule, RecordSnapshot, SpecialAnswer } from "../domain/snapshot.ts";
import type { FoldedPath } from "../domain/path.ts";
import { exactSlot } from "../domain/slot.ts";
import { snapshotKey } from "../storage/snapshot/key.ts";
import { hasOnlySafeUrls } from "../storage/snapshot/safe-answer.ts";
import type { HostFinding } from "./finding.ts";
import { askPlace, isUsedUp } from "./limit.ts";
import { isCounted, type Counted, type FinalOutcome } from "./outcome.ts";
import { fallback, PAGE_METHODS } from "./resolve.ts";
import { isBot, SentFacts } from "./sent-facts.ts";
import { toCard } from "./short-url.ts";
import { isRead, userAgentOf, type Visit, type Visiting } from "./visit.ts";
import { isPrefetch } from "./count.ts";

/**
 * Answers records with rules, a limit of visitors or an end of their own (contract 23 and 24), and gone records.
 * This code is loaded when the first of them is visited.
 */

/** The result of applying the rules and limit of a special record: a plain record, or a final outcome. */
type Settled = Plain | { kind: "outcome"; outcome: FinalOutcome };

export interface Plain {
  kind: "plain";
  finding: HostFinding;
  /** Index of the first chosen destination among all destinations of the record. */
  first: number;
  limit: SpecialAnswer["limit"];
  clickIdParam: SpecialAnswer["clickIdParam"];
  /** The outcome for a visitor who comes after the last place was taken. */
  expired: FinalOutcome;
}

/**
 * Applies the first rule that holds. Takes no place of a limited number of visitors.
 * @param redirects the redirects of this URL that do not differ between visits to which the same rule applies
 */
export function settleSpecial(
  visiting: Visiting,
  visit: Visit,
  finding: HostFinding,
  special: SpecialAnswer,
  redirects: readonly Counted[] = [],
): Settled {
  const { match } = finding;
  if (match === null) throw new Error("a special answer belongs to a record");
  const { given, rules, limit, clickIdParam } = special;
  if (given.kind === "gone") {
    // A 410 is permanent, and a narrower source may still answer in place of an unconfirmed finding.
    return { kind: "outcome", outcome: finding.isConfirmed ? { kind: "gone" } : { kind: "not-found" } };
  }
  if (given.kind === "file") {
    if (!isRead(visit)) {
      return { kind: "outcome", outcome: { kind: "method-not-allowed", allow: PAGE_METHODS } };
    }
    const shownBy = snapshotKey(finding.config.host, exactSlot(match.record.path as FoldedPath));
    return {
      kind: "outcome",
      outcome: { kind: "file", file: given.file, shownBy, isCacheable: finding.isConfirmed },
    };
  }
  requireSafe(special);
  const isFull = limit !== undefined && isUsedUp(match.record.id, limit.version);
  const rule =
    isFull || rules === undefined ? null : chooseRule(rules, new SentFacts(visiting.request, visit));
  const record =
    rule === null
      ? plainRecord(match.record, givenAt(special, visit.nowMs))
      : recordOfRule(match.record, rule);
  for (const known of redirects) if (known.record === record) return { kind: "outcome", outcome: known };
  const expiredUrl = toExpiredUrl(finding, special);
  const expired = fallback(expiredUrl, visit) ?? { kind: "expired" as const };
  if (isFull) return { kind: "outcome", outcome: expired };
  const config =
    expiredUrl === finding.config.expiredUrl ? finding.config : { ...finding.config, expiredUrl };
  return {
    kind: "plain",
    finding: { ...finding, config, match: { ...match, record } },
    first: rule?.first ?? 0,
    limit,
    clickIdParam,
    expired,
  };
}

const safe = new WeakSet<SpecialAnswer>();

/**
 * Checks a special answer once, because the reader of KV does not check it.
 * @throws if it is invalid; the database then answers the visit
 */
function requireSafe(special: SpecialAnswer): void {
  if (safe.has(special)) return;
  if (!hasOnlySafeUrls(special)) throw new Error("a snapshot holds a special answer that cannot be read");
  safe.add(special);
}

/** Returns the record's own URL for expired visits unless it is on the blocklist, else the hostname's URL. */
function toExpiredUrl({ config }: HostFinding, { expiredUrl }: SpecialAnswer): string | null {
  if (expiredUrl === undefined || findBlockedHost(config.blocked ?? [], expiredUrl) !== null) {
    return config.expiredUrl;
  }
  return expiredUrl;
}

const plainRecords = new WeakMap<SpecialAnswer["given"], RecordSnapshot>();

function plainRecord(record: RecordSnapshot, answer: SpecialAnswer["given"]): RecordSnapshot {
  if (answer.kind === "gone" || answer.kind === "file") throw new Error(`${answer.kind} is no plain answer`);
  const known = plainRecords.get(answer);
  if (known !== undefined) return known;
  const made = { ...record, answer };
  plainRecords.set(answer, made);
  return made;
}

const ruleRecords = new WeakMap<CompiledRule, RecordSnapshot>();

function recordOfRule(record: RecordSnapshot, rule: CompiledRule): RecordSnapshot {
  const known = ruleRecords.get(rule);
  if (known !== undefined) return known;
  const made = { ...record, answer: rule.answer, ruleId: rule.id };
  ruleRecords.set(rule, made);
  return made;
}

/**
 * Takes a place for an answer with a destination or the record's page, if the number of visitors is limited.
 * Marks the answer as not cacheable, as every answer of a special record is.
 */
export function admitVisitor(
  visiting: Visiting,
  visit: Visit,
  { finding, first, limit, clickIdParam, expired }: Plain,
  outcome: FinalOutcome,
): FinalOutcome | Promise<FinalOutcome> {
  if (!isCounted(outcome)) return outcome;
  const destination = outcome.destination < 0 ? outcome.destination : outcome.destination + first;
  const counted =
    outcome.kind === "redirect"
      ? withClickId(visiting, visit, clickIdParam, { ...outcome, destination, isCacheable: false })
      : { ...outcome, destination };
  if (limit === undefined) return counted;
  const { record } = outcome;
  if (visit.method === "HEAD" || outcome.kind === "card" || isBot(userAgentOf(visit))) {
    return toCard(finding.config, record, visit);
  }
  if (isPrefetch(visit.headers)) return { kind: "unavailable", retryAfterSeconds: RETRY_SECONDS };
  // Behind a gate, the place is taken when the page is shown. Here it is only asked whether one is left.
  const question = visiting.onlyLooks || showsLater(visit, outcome) ? "left" : "take";
  return askPlace(visiting.env, record.id, limit, question).then((place) => {
    if (place === "free") return counted;
    return place === "none-left" ? expired : { kind: "unavailable", retryAfterSeconds: RETRY_SECONDS };
  });
}

type Redirect = Extract<Counted, { kind: "redirect" }>;

/** Gives the destination the id of a click of a person, and an explanation what stands in its place (contract 38). */
function withClickId(
  { onlyLooks }: Visiting,
  visit: Visit,
  name: string | undefined,
  redirect: Redirect,
): Redirect {
  if (name === undefined) return redirect;
  const isPersons = visit.method !== "HEAD" && !isPrefetch(visit.headers) && !isBot(userAgentOf(visit));
  if (!isPersons) return redirect;
  const clickId = onlyLooks ? CLICK_ID_PLACE : toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const location = withParameter(redirect.location, name, clickId);
  return location.length > MAX_LOCATION_CHARACTERS ? redirect : { ...redirect, location, clickId };
}

const RETRY_SECONDS = 5;

/** Returns whether a gate redirects to the record's own URL, so that the next request shows the page. */
function showsLater({ method, headers }: Visit, { kind, record }: Counted): boolean {
  const isGated = record.passwordVersion !== undefined;
  return isGated && kind !== "redirect" && (method === "POST" || headers.has("X-Link-Password"));
}
