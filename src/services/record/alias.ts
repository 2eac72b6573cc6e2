import type { Hostname } from "../../domain/hostname.ts";
import { generateAlias, GENERATED_ALIAS_LENGTH } from "../../domain/alias.ts";
import { aliasSource, slotOf } from "../../domain/source.ts";
import { selectRecordsInSlots } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { onHosts } from "../../domain/reach.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { addHostErrors } from "../write/reasons.ts";

const CANDIDATES = 8;
const MAX_ALIAS_LENGTH = 12;

/**
 * Returns an alias that no record of the hostname has. Tries longer ones if short ones are taken (contract 2.13).
 * @param shortest the number of characters of the first that are tried
 */
export async function pickFreeAlias(
  ctx: ServiceContext,
  host: Hostname,
  shortest = GENERATED_ALIAS_LENGTH,
): Promise<string> {
  const longest = Math.max(shortest, MAX_ALIAS_LENGTH);
  for (let length = shortest; ; length = Math.min(length + 1, longest)) {
    const candidates = Array.from({ length: CANDIDATES }, () => generateAlias(length, ctx.random));
    const slots = candidates.map((alias): [Hostname, string] => [host, slotOf(aliasSource(alias))]);
    const taken = await selectRecordsInSlots(ctx.env.DB, onHosts(ctx.caller.reach), slots);
    const takenSlots = new Set(taken.map(({ source }) => slotOf(source)));
    const free = candidates.find((alias) => !takenSlots.has(slotOf(aliasSource(alias))));
    if (free !== undefined) return free;
  }
}

/** Returns an alias that is free on a hostname (`POST /recommendation/alias`). */
export async function recommendAlias(
  ctx: ServiceContext,
  draft: Draft<{ host?: Hostname }>,
): Promise<Result<string>> {
  const errors: FieldErrors = structuredClone(draft.errors);
  const { host } = draft.fields;
  if (host === undefined) return invalid(errors);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, [host]);
  addHostErrors(hosts, host, { isShortLink: true }, errors);
  return hasFieldErrors(errors) ? invalid(errors) : done(await pickFreeAlias(ctx, host));
}
