import type { Hostname } from "../../../domain/hostname.ts";
import { generateAlias, GENERATED_ALIAS_LENGTH } from "../../../domain/alias.ts";
import { aliasSource, slotOf } from "../../../domain/source.ts";
import { selectRecordsInSlots } from "../../../storage/record/read.ts";
import type { ServiceContext } from "../../context.ts";

const CANDIDATES = 8;
const MAX_ALIAS_LENGTH = 12;

/** Returns an alias that no record of the hostname has. Tries longer ones if short ones are taken (contract 2.13). */
export async function pickFreeAlias(ctx: ServiceContext, host: Hostname): Promise<string> {
  for (let length = GENERATED_ALIAS_LENGTH; ; length = Math.min(length + 1, MAX_ALIAS_LENGTH)) {
    const candidates = Array.from({ length: CANDIDATES }, () => generateAlias(length, ctx.random));
    const slots = candidates.map((alias): [Hostname, string] => [host, slotOf(aliasSource(alias))]);
    const taken = await selectRecordsInSlots(ctx.env.DB, ctx.caller.reach, slots);
    const takenSlots = new Set(taken.map(({ source }) => slotOf(source)));
    const free = candidates.find((alias) => !takenSlots.has(slotOf(aliasSource(alias))));
    if (free !== undefined) return free;
  }
}
