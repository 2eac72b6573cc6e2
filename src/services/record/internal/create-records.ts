import type { Hostname } from "../../../domain/hostname.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import type { Handler } from "../../../domain/handler.ts";
import { isListWritten } from "../../../domain/change-settings.ts";
import type { HostedSource } from "../../../domain/source.ts";
import { hashPassword } from "../../../runtime/password.ts";
import { isHeld, type Host } from "../../../domain/host.ts";
import type { ServiceContext } from "../../context.ts";
import { addFieldErrors, done, invalid, type Result } from "../../result.ts";
import type { RecordView } from "../types.ts";
import { buildRecord, newSettings, type RecordInput } from "../../write/build-record.ts";
import { commitWrites, toRefusal } from "../../write/commit-writes.ts";
import { judgeLater, newJudge } from "../../write/judge-destinations.ts";
import { toView } from "../to-view.ts";
import { validateWrites } from "../../write/validate-writes.ts";

interface NewRecords {
  handler: Handler;
  places: HostedSource[];
  input: RecordInput;
}

/**
 * Creates records, all or none: builds them, validates them and commits them.
 * @param hosts the hostnames of `places` that the workspace has
 * @param errors the errors from parsing the input; even if there is no place, the settings are still checked
 */
export async function createRecords(
  ctx: ServiceContext,
  { handler, places, input }: NewRecords,
  hosts: ReadonlyMap<Hostname, Host>,
  errors: FieldErrors,
): Promise<Result<RecordView[]>> {
  const decided = newSettings(handler, input);
  if (!decided.ok) addFieldErrors(errors, decided.errors);
  const records = places.map((place) =>
    buildRecord(ctx, handler, place, decided.settings, isHeld(hosts.get(place.host))),
  );
  const wroteList = isListWritten(null, input);
  const afters = records.length === 0 ? [decided.settings] : records;
  const writes = afters.map((after) => ({ before: null, after, wroteList, errors }));
  const judgement = await validateWrites(ctx, writes, { hosts }, newJudge(ctx));
  const [first] = records;
  if (first === undefined || hasFieldErrors(errors)) return invalid(errors);
  const passwordHash = await hashOf(ctx, input);
  try {
    const inserts = records.map((record) => ({ record, passwordHash }));
    await commitWrites(ctx, { inserts });
  } catch (error) {
    const refusal = await toRefusal(ctx, error, { before: null, after: first });
    if (refusal !== null) return refusal;
    throw error;
  }
  await judgeLater(
    ctx,
    judgement,
    records.map(({ id }) => id),
  );
  return done(
    records.flatMap((record) => {
      const host = hosts.get(record.host);
      return host === undefined ? [] : [{ ...toView(record, host), clicksLeft: record.maxClicks }];
    }),
  );
}

/** Hashes the password once for all records, because one hash costs as much as all other work together. */
async function hashOf(ctx: ServiceContext, { password }: RecordInput): Promise<string | null> {
  return typeof password === "string" ? hashPassword(password, Number(ctx.env.BCRYPT_COST)) : null;
}
