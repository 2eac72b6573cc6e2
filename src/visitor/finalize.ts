import { pluginsOf } from "../domain/plugin/registry.ts";
import { chooseForVisit } from "./choose-destination.ts";
import type { RecordSnapshot, SpecialAnswer } from "../domain/snapshot.ts";
import { loadOnce } from "../runtime/load-once.ts";
import type { Finding, HostFinding } from "./finding.ts";
import type { CachedOutcome } from "./outcome-cache.ts";
import { isCounted, type Counted, type FinalOutcome, type Outcome } from "./outcome.ts";
import { resolve } from "./resolve.ts";
import { toCard } from "./short-url.ts";
import type * as SpecialCode from "./special.ts";
import { visitorOf, type Visit, type Visiting } from "./visit.ts";

interface ResolvedVisit {
  visiting: Visiting;
  visit: Visit;
  finding: Finding;
  outcome: Outcome;
  /** Holds what visits of the URL got before. */
  cached?: CachedOutcome | undefined;
}

/**
 * Decides the outcomes that need more than host and record: views of an alias, rules and limits, passwords,
 * plugins that divert visitors. Returns a promise only if it has to wait for something.
 */
export function finalize(resolved: ResolvedVisit): FinalOutcome | Promise<FinalOutcome> {
  const { visiting, visit, finding, outcome } = resolved;
  if (outcome.kind === "view") return finalizeView(resolved, outcome);
  if (outcome.kind === "special") {
    const { special } = outcome;
    return withSpecialCode((code) => finalizeSpecial(code, resolved, special));
  }
  if (outcome.kind === "protected") return answerAtGate(visiting, { visit, finding, lock: outcome.lock });
  return isCounted(outcome) ? divert(finding, visit, outcome) : outcome;
}

/** The code of rules, limits and ends. Gates do not need its libraries. */
const withSpecialCode = loadOnce(() => import("./special.ts"));

/** Reduces a record with rules, a limit or an end of its own to a plain record for this visit, and answers it. */
function finalizeSpecial(
  { admitVisitor, settleSpecial }: typeof SpecialCode,
  resolved: ResolvedVisit,
  special: SpecialAnswer,
): FinalOutcome | Promise<FinalOutcome> {
  const { visiting, visit, cached } = resolved;
  const redirects = cached?.special?.redirects;
  // An outcome is special only if the finding has a match.
  const finding = resolved.finding as HostFinding;
  const settled = settleSpecial(visiting, visit, finding, special, redirects);
  if (settled.kind === "outcome") return settled.outcome;
  const outcome = resolve(settled.finding, visit, chooseForVisit);
  const admit = (behind: FinalOutcome) => admitVisitor(visiting, visit, settled, behind);
  if (outcome.kind === "protected") {
    return answerAtGate(visiting, { visit, finding: settled.finding, lock: outcome.lock, admit });
  }
  const final = isCounted(outcome) ? divert(settled.finding, visit, outcome) : toFinal(outcome);
  if (final instanceof Promise) return final.then(admit);
  const admitted = admit(final);
  // A redirect that even browsers may cache is the same for all visits of the URL to which the rule applies.
  const isSame =
    settled.limit === undefined &&
    settled.clickIdParam === undefined &&
    final.kind === "redirect" &&
    final.isCacheable;
  if (isSame && !(admitted instanceof Promise) && isCounted(admitted)) redirects?.push(admitted);
  return admitted;
}

interface Gated {
  visit: Visit;
  finding: Finding;
  lock: RecordSnapshot;
  /** Takes a place for the outcome behind the gate, or replaces the outcome if no place is left. */
  admit?(behind: FinalOutcome): FinalOutcome | Promise<FinalOutcome>;
  /** Returns the outcome behind the gate. Absent: the link's own outcome. */
  open?(): FinalOutcome | Promise<FinalOutcome>;
}

async function answerAtGate(
  visiting: Visiting,
  { visit, finding, lock, admit, open: openOther }: Gated,
): Promise<FinalOutcome> {
  const { answerAtGate: answer } = await import("./gate/gate.ts");
  const open = async () => {
    const unlocked = resolveUnlocked(finding, visit);
    const behind = isCounted(unlocked) ? await divert(finding, visit, unlocked) : unlocked;
    return admit === undefined ? behind : admit(behind);
  };
  const config = finding.kind === "host" ? finding.config : undefined;
  return answer({ visiting, visit, record: lock, config, open: openOther ?? open });
}

function resolveUnlocked(finding: Finding, visit: Visit): FinalOutcome {
  return toFinal(resolve(finding, { ...visit, method: "GET" }, chooseForVisit, true));
}

function toFinal(outcome: Outcome): FinalOutcome {
  if (outcome.kind === "protected" || outcome.kind === "view" || outcome.kind === "special") {
    throw new Error(`this visit leads to a final outcome, not to ${outcome.kind}`);
  }
  return outcome;
}

/** Shows a preview or picture. An alias without a destination gives its usual answer. */
async function finalizeView(
  { visiting, visit: whole }: ResolvedVisit,
  { view, alias, finding }: Extract<Outcome, { kind: "view" }>,
): Promise<FinalOutcome> {
  const { config } = finding;
  const { showPicture, showPreview } = await import("./view.ts");
  // With the path as it was requested, a URL that leads back to the preview is known as a loop.
  const requested = { ...view.alias, rawPath: whole.requested.rawPath };
  const visit: Visit = { ...whole, requested, view: null };
  if (view.kind === "picture") return showPicture(visiting, config, alias, visit);
  const preview = async (behind: Counted, reading: Visit): Promise<FinalOutcome> => {
    const diverted = await divert(finding, reading, behind);
    return diverted.kind === "refusal" ? diverted : showPreview(visiting, config, alias, reading);
  };
  const outcome = await resolveView(visiting, finding, visit, false);
  if (isCounted(outcome)) return preview(outcome, visit);
  if (outcome.kind !== "protected") return finalize({ visiting, visit, finding, outcome });
  // The password opens the preview, not the link: the form is sent to the URL of the preview.
  const open = async () => {
    const reading: Visit = { ...visit, method: "GET" };
    const behind = await resolveView(visiting, finding, reading, true);
    return isCounted(behind) ? preview(behind, reading) : toFinal(behind);
  };
  return answerAtGate(visiting, { visit: whole, finding, lock: outcome.lock, open });
}

/** Returns the outcome of a visit of the alias itself. Takes no place of a limited number of visitors. */
function resolveView(
  visiting: Visiting,
  finding: HostFinding,
  visit: Visit,
  isUnlocked: boolean,
): Outcome | Promise<Outcome> {
  const outcome = resolve(finding, visit, chooseForVisit, isUnlocked);
  if (outcome.kind !== "special") return outcome;
  const { special } = outcome;
  return withSpecialCode(({ settleSpecial }) => {
    const settled = settleSpecial(visiting, visit, finding, special);
    return settled.kind === "outcome"
      ? settled.outcome
      : resolve(settled.finding, visit, chooseForVisit, isUnlocked);
  });
}

function divert(finding: Finding, visit: Visit, outcome: Counted): FinalOutcome | Promise<FinalOutcome> {
  const { plugins } = outcome.record;
  const diverts = pluginsOf(plugins).some((plugin) => plugin.divert !== undefined);
  return diverts ? divertByPlugins(finding, visit, outcome) : outcome;
}

async function divertByPlugins(finding: Finding, visit: Visit, outcome: Counted): Promise<FinalOutcome> {
  const leadsOn = outcome.kind === "redirect" || outcome.kind === "frame";
  let getsCard = false;
  for (const plugin of pluginsOf(outcome.record.plugins)) {
    const diversion = await plugin.divert?.(visitorOf(visit));
    // A refused visitor sees nothing of the link, in whatever order the record has its plugins.
    if (diversion === "refusal") return { kind: "refusal" };
    if (diversion === "card") getsCard = true;
  }
  if (!getsCard || !leadsOn || finding.kind !== "host") return outcome;
  const { record, destination, headers, location } = outcome;
  return toCard(finding.config, record, visit, { destination, headers, location });
}
