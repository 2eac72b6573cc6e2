import { pluginsOf } from "../domain/plugin/registry.ts";
import type { Env } from "../env.ts";
import { chooseFor } from "./choose-destination.ts";
import { answerAtGate } from "./gate/gate.ts";
import type { Tiers } from "./lookup.ts";
import { isCounted, type Counted, type Outcome, type Settled } from "./outcome.ts";
import { resolve, type Finding } from "./resolve.ts";
import { hostOf, toShortUrl } from "./short-url.ts";
import { visitorOf, type Visit } from "./visit.ts";

/** One visit with all that deciding it may take. */
export interface Stage {
  request: Request;
  env: Env;
  tiers: Tiers;
  visit: Visit;
  finding: Finding;
  outcome: Outcome;
}

/** Has the gate decide where there is one, and a plugin where it diverts the visitor. */
export async function settleRecord(stage: Stage): Promise<Settled> {
  const { request, env, visit, finding, outcome } = stage;
  if (isCounted(outcome)) return divert(stage, outcome);
  if (outcome.kind !== "protected") return outcome;
  const record = outcome.lock;
  const open = (): Settled => {
    const behind = resolve(
      finding,
      { ...visit, method: "GET" },
      (of, target) => chooseFor(of, target, visit, Math.random),
      true,
    );
    if (behind.kind === "protected") throw new Error("an open gate protects nothing");
    return behind;
  };
  return answerAtGate(env, { request, visit, record, open });
}

async function divert({ finding, visit }: Stage, outcome: Counted): Promise<Settled> {
  for (const plugin of pluginsOf(outcome.record.plugins)) {
    const diversion = (await plugin.divert?.(visitorOf(visit))) ?? null;
    if (diversion === "refusal") return { kind: "refusal" };
    if (diversion === "card" && outcome.kind === "redirect" && finding.kind === "host") {
      const { record, destination, headers, location } = outcome;
      const { title = "", description = "" } = record;
      const shortUrl = toShortUrl(finding.config, record, visit);
      const destinationHost = hostOf(location);
      return {
        kind: "card",
        record,
        destination,
        headers,
        shortUrl,
        title,
        description,
        destinationHost,
        location,
      };
    }
  }
  return outcome;
}
