import { pluginsOf } from "../domain/plugin/registry.ts";
import { chooseForVisit } from "./choose-destination.ts";
import { answerAtGate } from "./gate/gate.ts";
import type { Finding } from "./finding.ts";
import { isCounted, type Counted, type FinalOutcome, type Outcome } from "./outcome.ts";
import { resolve } from "./resolve.ts";
import { hostOf, toShortUrl } from "./short-url.ts";
import { showPicture, showPreview } from "./view.ts";
import { visitorOf, type Visit, type Visiting } from "./visit.ts";

/** A visit that was looked up and resolved. */
interface ResolvedVisit {
  visiting: Visiting;
  visit: Visit;
  finding: Finding;
  outcome: Outcome;
}

/** Decides what takes more than host and record: a view of an alias, a password, a plugin that diverts visitors. */
export async function finalize(resolved: ResolvedVisit): Promise<FinalOutcome> {
  const { visiting, visit, finding, outcome } = resolved;
  if (outcome.kind === "view") return finalizeView(resolved, outcome);
  if (outcome.kind !== "protected") return isCounted(outcome) ? divert(finding, visit, outcome) : outcome;
  const { request, env } = visiting;
  const open = () => resolveUnlocked(finding, visit);
  return answerAtGate(env, { request, visit, record: outcome.lock, open });
}

/** Returns what is behind the gate, as a GET gets it. */
function resolveUnlocked(finding: Finding, visit: Visit): FinalOutcome {
  const outcome = resolve(finding, { ...visit, method: "GET" }, chooseForVisit, true);
  if (outcome.kind === "protected" || outcome.kind === "view") {
    throw new Error(`an open gate leads to the final outcome, not to ${outcome.kind}`);
  }
  return outcome;
}

/** Shows a preview or picture. A protected alias, or one that leads nowhere, gives its usual answer. */
async function finalizeView(
  { visiting, visit: whole }: ResolvedVisit,
  { view, alias, finding }: Extract<Outcome, { kind: "view" }>,
): Promise<FinalOutcome> {
  const { config } = finding;
  const visit: Visit = { ...whole, requested: view.alias, view: null };
  if (view.kind === "picture") return showPicture(config, alias, visit);
  const outcome = resolve(finding, visit, chooseForVisit);
  return isCounted(outcome)
    ? showPreview(visiting.env, config, alias, visit)
    : finalize({ visiting, visit, finding, outcome });
}

async function divert(finding: Finding, visit: Visit, outcome: Counted): Promise<FinalOutcome> {
  for (const plugin of pluginsOf(outcome.record.plugins)) {
    const diversion = (await plugin.divert?.(visitorOf(visit))) ?? null;
    if (diversion === "refusal") return { kind: "refusal" };
    if (diversion === "card" && outcome.kind === "redirect" && finding.kind === "host") {
      const { record, destination, headers, location } = outcome;
      const { title = "", description = "" } = record;
      const shortUrl = toShortUrl(finding.config, record, visit);
      const link = { shortUrl, title, description, destinationHost: hostOf(location), location };
      return { kind: "card", record, destination, headers, ...link };
    }
  }
  return outcome;
}
