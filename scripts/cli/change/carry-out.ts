import { read, type Api } from "../api.ts";
import { EXIT, type Cli } from "../cli.ts";
import { formatCount, formatProblems, type Problem } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";
import { waitForKv } from "../wait-for-kv.ts";
import { countPlanned, countWrites, dropPlan, followChange, type Change } from "./change.ts";
import { formatPlan, readShownRows, toRowProblems } from "./report.ts";

/** Options of every command that applies a change. */
export interface ApplyOptions {
  json?: boolean;
  yes?: boolean;
  deletes?: number;
  dropUndo?: boolean;
  /** False to exit without waiting until KV has all writes. */
  wait: boolean;
}

/** Facts about a change that the API does not have. */
export interface Origin {
  lines?: readonly number[];
  /** Rows that the reader of the file has refused. */
  problems?: Problem[];
  json?: object;
  /** Further lines of the plan. */
  notes?: string[];
}

/**
 * Shows a plan, asks, applies it, and reports the result. Without a terminal to ask in, it is applied only with
 * `--yes`. Returns the exit code.
 */
export async function carryOut(
  cli: Cli,
  api: Api,
  planned: Change,
  options: ApplyOptions,
  origin: Origin = {},
): Promise<number> {
  const shown = await readShownRows(api, planned);
  const tell = options.json ? cli.terminal.note : cli.terminal.print;
  const problems = [...(origin.problems ?? []), ...toRowProblems(shown.problems, origin.lines)];
  for (const line of [...formatPlan(planned, shown), ...(origin.notes ?? []), ...formatProblems(problems)])
    tell(line);

  if (countWrites(planned) === 0) {
    tell("\nNothing changes.");
    await dropPlan(api, planned.id);
    return finish(cli, planned, problems, options, origin);
  }
  const confirmation = await agree(cli, api, planned, options).catch(async (error: unknown) => {
    // Ctrl-C at a question is a no.
    await dropPlan(api, planned.id);
    throw error;
  });
  if (confirmation === null) {
    if (options.json) printJson(cli, planned, problems, origin);
    return EXIT.waiting;
  }
  await read(api.changes[":id"].apply.$post({ param: { id: planned.id }, json: confirmation }));
  return await followApply(cli, api, planned.id, options, origin, problems.length);
}

/**
 * Waits for a change that is being applied, and reports what became of it.
 * @param told how many problems of the plan were told before
 */
export async function followApply(
  cli: Cli,
  api: Api,
  id: string,
  options: ApplyOptions,
  origin: Origin = {},
  told = 0,
): Promise<number> {
  const tell = options.json ? cli.terminal.note : cli.terminal.print;
  const applied = await followChange(cli, api, id);
  const shown = await readShownRows(api, applied);
  const left = [...(origin.problems ?? []), ...toRowProblems(shown.problems, origin.lines)];
  tell("");
  for (const line of formatApplied(applied)) tell(line);
  // The warnings of the plan were shown before it was applied.
  for (const line of formatProblems(left.length > told ? left : [])) tell(line);
  if (options.wait) await waitForKv(cli, api);
  return finish(cli, applied, left, options, origin);
}

function finish(
  cli: Cli,
  change: Change,
  problems: Problem[],
  options: ApplyOptions,
  origin: Origin,
): number {
  if (options.json) printJson(cli, change, problems, origin);
  const isWhole = problems.length === 0 && change.state !== "stopped";
  return isWhole ? EXIT.done : EXIT.incomplete;
}

function printJson(cli: Cli, change: Change, problems: Problem[], { json }: Origin): void {
  cli.terminal.print(JSON.stringify({ change, problems, ...json }, null, 2));
}

type Confirmation = { deletes?: number; drop_undo?: string[] };

/**
 * Asks whether to apply the plan. Returns the body of the call that applies it, or null if the person declines. Each
 * confirmation that the installation requires is a separate question.
 */
async function agree(
  { terminal }: Cli,
  api: Api,
  { id, counts, confirm }: Change,
  options: ApplyOptions,
): Promise<Confirmation | null> {
  const deletes = confirm?.deletes;
  const undos = confirm?.drop_undo;
  const words = [
    `signpost apply ${id} --yes`,
    ...(deletes === undefined ? [] : [`--deletes ${deletes}`]),
    ...(undos === undefined ? [] : ["--drop-undo"]),
  ].join(" ");
  const isConfirmed =
    (deletes === undefined || options.deletes === deletes) &&
    (undos === undefined || options.dropUndo === true);
  const body = {
    ...(options.deletes !== undefined && { deletes: options.deletes }),
    ...(undos !== undefined && { drop_undo: undos }),
  };
  if (options.yes && isConfirmed) return body;
  const prompt = options.json || options.yes ? null : terminal.prompt;
  if (prompt === null) {
    const more = options.yes ? " The plan asks for more than --yes." : "";
    terminal.note(
      `\nNothing was changed.${more} Look at all of it: signpost changes rows ${id}\nApply it within 2 hours: ${words}`,
    );
    return null;
  }
  const parts = [`create ${counts.created}`, `change ${counts.changed}`, `delete ${counts.deleted}`];
  let isAgreed = await prompt.confirm(`Apply it: ${parts.join(", ")}?`);
  if (isAgreed && deletes !== undefined && options.deletes !== deletes) {
    isAgreed = (await prompt.text("How many records does the plan delete?", "")) === String(deletes);
  }
  if (isAgreed && undos !== undefined && !options.dropUndo) {
    isAgreed = await prompt.confirm(`It needs room. Give up the undo of ${undos.join(", ")}?`);
  }
  if (isAgreed) return { ...body, ...(deletes !== undefined && { deletes }) };
  await dropPlan(api, id);
  terminal.note("Nothing was changed.");
  return null;
}

function formatApplied(change: Change): string[] {
  const { id, state, counts, undo_until: until, warnings } = change;
  return [
    state === "stopped"
      ? `Stopped before its end: ${countWrites(change)} of ${countPlanned(change)} records are written.`
      : "Applied.",
    formatCount("created", counts.created),
    formatCount("changed", counts.changed),
    formatCount("deleted", counts.deleted),
    formatCount("conflicts", counts.conflicts),
    ...warnings.map((text) => `note: ${toPrintable(text)}`),
    ...(until === null ? [] : [`Undo it until ${until}: signpost undo ${id}`]),
  ];
}
