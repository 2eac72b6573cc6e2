import { addFieldError, hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { runtimeOf, type Handler } from "../../../domain/handler.ts";
import { PLANS } from "../../../domain/plan.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { formatSource, slotOf, type HostedSource } from "../../../domain/source.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation } from "../../../storage/commit.ts";
import { isHeld, type HostRow } from "../../../storage/host/write.ts";
import { insertRecords, listRecordsInSlots, type StoredRecord } from "../../../storage/record/write.ts";
import { slotsOfPresence } from "../../../domain/affected-slots.ts";
import { countRecords } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { hashPassword } from "../../../runtime/password.ts";
import { publish } from "../../publish.ts";
import { addFieldErrors, done, failed, invalid, type Result } from "../../result.ts";
import { addLoopErrors, addRefusals } from "./add-destination-errors.ts";
import { buildRecord, newSettings } from "./build-record.ts";
import { NOT_CONNECTED } from "./check-hosts.ts";
import { findLoops } from "./find-loops.ts";
import { judgeDestinations, judgeLater } from "./judge-destinations.ts";
import type { RecordInput } from "../types.ts";
import { toView, type RecordView } from "./view.ts";

/** Records that share all but their place. */
interface NewRecords {
  handler: Handler;
  places: HostedSource[];
  input: RecordInput;
}

/**
 * Creates records, all or none. `hosts` are those of the workspace; `errors` what reading the
 * input found already: with any there may be no place, and what is said of the records is still checked.
 */
export async function createRecords(
  ctx: ServiceContext,
  { handler, places, input }: NewRecords,
  hosts: Map<string, HostRow>,
  errors: FieldErrors,
): Promise<Result<RecordView[]>> {
  const decided = newSettings(handler, input);
  if (!decided.ok) addFieldErrors(errors, decided.errors);
  const records = places.map((place) =>
    buildRecord(ctx, handler, place, decided.settings, isHeld(hosts.get(place.host))),
  );
  await addTakenErrors(ctx, records, errors);
  const loops = await findLoops(ctx.env.DB, ctx.caller.workspace.id, records);
  const wroteList = input.destinations !== undefined;
  addLoopErrors(loops, wroteList, errors);
  const judgement = await judgeDestinations(ctx, decided.settings.destinations);
  addRefusals(judgement, { before: null, after: decided.settings }, wroteList, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const passwordHash = await hashOf(ctx, input);
  const created = await insert(
    ctx,
    records.map((record) => ({ record, passwordHash })),
    hosts,
  );
  if (created.ok) {
    await judgeLater(
      ctx,
      judgement,
      records.map(({ id }) => id),
    );
  }
  return created;
}

/** One hash for all of them: each costs as much as everything else together. */
async function hashOf(ctx: ServiceContext, { password }: RecordInput): Promise<string | null> {
  return typeof password === "string" ? hashPassword(password, Number(ctx.env.BCRYPT_COST)) : null;
}

/** The field that names the place of a record. */
function placeField(record: LinkRecord): "alias" | "url" {
  return runtimeOf(record.handler) === "link" ? "alias" : "url";
}

async function addTakenErrors(
  ctx: ServiceContext,
  records: LinkRecord[],
  errors: FieldErrors,
): Promise<void> {
  const slots = records.map(({ host, source }): [string, string] => [host, slotOf(source)]);
  const standing = await listRecordsInSlots(ctx.env.DB, ctx.caller.workspace.id, slots);
  const taken = new Set(standing.map((record) => `${record.host} ${formatSource(record.source)}`));
  for (const record of records) {
    const key = `${record.host} ${formatSource(record.source)}`;
    if (taken.has(key)) addFieldError(errors, placeField(record), takenReason(record));
    taken.add(key);
  }
}

function takenReason({ host, source }: LinkRecord): string {
  return `${host}${formatSource(source) === "*" ? "/*" : formatSource(source)} is already in use`;
}

async function insert(
  ctx: ServiceContext,
  built: StoredRecord[],
  hosts: Map<string, HostRow>,
): Promise<Result<RecordView[]>> {
  const { workspace } = ctx.caller;
  const { maxRecords } = PLANS[workspace.plan];
  const statements = insertRecords(ctx.env.DB, workspace.id, built, { skipTaken: false, maxRecords });
  try {
    await publish(
      ctx,
      statements,
      built.flatMap(({ record }) => slotsOfPresence(record)),
    );
  } catch (error) {
    return await toFailure(ctx, error, built[0]?.record);
  }
  return done(
    built.flatMap(({ record }) => {
      const host = hosts.get(record.host);
      return host === undefined ? [] : [toView(record, host)];
    }),
  );
}

/** What went wrong between the checks and the commit: somebody else was faster. */
async function toFailure(
  ctx: ServiceContext,
  error: unknown,
  first: LinkRecord | undefined,
): Promise<Result<never>> {
  const { workspace } = ctx.caller;
  const { maxRecords: allowed } = PLANS[workspace.plan];
  if (error instanceof AssertionError && error.code === "record_limit" && allowed !== null) {
    const used = await countRecords(ctx.env.DB, workspace.id);
    return failed({ code: "plan_limit", limit: "records", used, allowed });
  }
  if (first === undefined) throw error;
  if (isUniqueViolation(error)) return invalid({ [placeField(first)]: ["is already in use"] });
  if (isForeignKeyViolation(error)) {
    return invalid({ [placeField(first) === "url" ? "url" : "host"]: [NOT_CONNECTED] });
  }
  throw error;
}
