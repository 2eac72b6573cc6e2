import { keyOfReason, reasonsOf, type Reason } from "../../domain/installation.ts";
import { keeperOf } from "../../durable/keeper-of.ts";
import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { guardAddresses } from "../monitor/address-guard.ts";
import { postWebhook } from "../monitor/post-webhook.ts";
import { newId } from "../new-id.ts";
import { readFacts } from "./read-facts.ts";

/**
 * Tells the operator's URL once when a reason begins and once when it ends (contract 25.17). What was told is remembered
 * outside the database. What the URL does not accept is told again in the next minute. Never throws.
 */
export async function tellOperator(env: Env, nowMs: number): Promise<void> {
  if (!env.OPERATOR_NOTIFY_URL) return;
  try {
    const { jobs, ...facts } = await readFacts(env, nowMs);
    // Without a database it is not known what has ended there. If the first is down for longer, the monitor outside says so.
    if (jobs === null || facts.database === null) return;
    const { told } = jobs;
    // A store that is down makes snapshots wait, which is told if it lasts.
    const reasons = reasonsOf({ jobs, ...facts, hasStore: true }, nowMs);
    const began = without(reasons, told).map((reason) => ({ type: "installation.reason_began", reason }));
    const silent: unknown[] = (facts.further ?? [])
      .filter(({ database, jobs: ofOne }) => database === null || ofOne === null)
      .map(({ name }) => name);
    const known = told.filter(({ values }) => !silent.includes(values["database"]));
    const ended = without(known, reasons).map((reason) => ({ type: "installation.reason_ended", reason }));
    const accepted: Reason[] = [];
    for (const { type, reason } of [...began, ...ended]) {
      if (await post(env, { type, timestamp: new Date(nowMs).toISOString(), data: reason }, nowMs)) {
        accepted.push(reason);
      }
    }
    if (accepted.length === 0) return;
    const kept = [...without(told, accepted), ...accepted.filter((reason) => reasons.includes(reason))];
    await keeperOf(env).noteJobs({ told: kept }, nowMs);
  } catch (error) {
    log("warn", "operator_not_told", { error: String(error) });
  }
}

function without(reasons: Reason[], others: Reason[]): Reason[] {
  const keys = new Set(others.map(keyOfReason));
  return reasons.filter((reason) => !keys.has(keyOfReason(reason)));
}

async function post(env: Env, event: object, nowMs: number): Promise<boolean> {
  const url = new URL(env.OPERATOR_NOTIFY_URL ?? "");
  const permission = await guardAddresses(env)(url);
  if (permission.kind !== "granted") throw new Error(permission.reason.code);
  const message = { id: newId(nowMs), body: JSON.stringify(event) };
  const outcome = await postWebhook(url, message, [env.OPERATOR_NOTIFY_SECRET ?? ""], nowMs);
  if (outcome.kind !== "delivered") log("warn", "operator_not_told", { reason: outcome.reason });
  return outcome.kind === "delivered";
}
