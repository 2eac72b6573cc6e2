import { CommandError } from "../../support/command.ts";
import { toTable } from "../../support/table.ts";
import { collect, read, walk, type Api } from "../api.ts";
import { type ApplyOptions } from "../change/carry-out.ts";
import {
  countPlanned,
  countWrites,
  followChange,
  getChange,
  listRows,
  type Change,
  type RowResult,
} from "../change/change.ts";
import { formatRow, readShownRows, toRowProblems } from "../change/report.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { formatCount, formatProblems } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";
import { waitForKv } from "../wait-for-kv.ts";

/** Lists the changes of the workspace, the newest first. */
export async function changesList(cli: Cli, options: CommonOptions & { limit: number }): Promise<number> {
  const { api } = await openApi(cli, options);
  const pages = walk((cursor) => read(api.changes.$get({ query: { per_page: "100", ...cursor } })));
  const changes = await collect(pages, options.limit);
  cli.terminal.print(options.json ? JSON.stringify(changes, null, 2) : formatChanges(changes));
  return EXIT.done;
}

function formatChanges(changes: Change[]): string {
  if (changes.length === 0) return "There is no change.";
  const rows = changes.map(
    ({ id, created_at: at, created_by: by, kind, state, owner, label, undo_until: until, ...numbers }) => [
      id,
      at,
      toPrintable(by.name),
      // An installation of release 0.2 says no label.
      `${kind} ${toPrintable(owner ?? label ?? "")}`.trimEnd(),
      state,
      formatWrites(numbers),
      until ?? "-",
    ],
  );
  return toTable(["ID", "CREATED", "BY", "KIND", "STATE", "RECORDS", "UNDO UNTIL"], rows);
}

/** Returns the records that are written, or planned: `+1 ~2 -0`, or `+1 ~2 -0 of 8` if the plan has more. */
function formatWrites(change: Pick<Change, "counts" | "planned">): string {
  const { created, changed, deleted } = change.counts;
  const text = `+${created} ~${changed} -${deleted}`;
  const planned = countPlanned(change);
  return countWrites(change) < planned ? `${text} of ${planned}` : text;
}

const RESULTS: RowResult[] = ["created", "changed", "deleted", "invalid", "conflict"];

/** Prints every row of a change that writes something, or could not. */
export async function changesRows(
  cli: Cli,
  id: string,
  options: CommonOptions & { result?: RowResult },
): Promise<number> {
  const { api } = await openApi(cli, options);
  const rows = [];
  for (const result of options.result === undefined ? RESULTS : [options.result]) {
    rows.push(...(await listRows(api, id, result)));
  }
  cli.terminal.print(options.json ? JSON.stringify(rows, null, 2) : rows.flatMap(formatRow).join("\n"));
  return EXIT.done;
}

/** Stops a change; the part that is already applied stays, and can be undone. */
export async function changesStop(cli: Cli, id: string, options: CommonOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const change = await read(api.changes[":id"].stop.$post({ param: { id } }));
  cli.terminal.print(options.json ? JSON.stringify(change, null, 2) : `The change is ${change.state}.`);
  return EXIT.done;
}

/** Shows what undoing a change does, asks, and undoes it. */
export async function undo(cli: Cli, id: string, options: CommonOptions & ApplyOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const tell = options.json ? cli.terminal.note : cli.terminal.print;
  const change = await getChange(api, id);
  if (change.state === "undoing") return await followUndo(cli, api, id, options);
  if (change.undo_until === null)
    throw new CommandError(`The change ${id} is ${change.state}: it cannot be undone.`);
  const { counts } = change;
  tell(`Undo of ${id}`);
  tell(formatCount("- delete", counts.created));
  tell(formatCount("~ restore", counts.changed));
  tell(formatCount("+ bring back", counts.deleted));
  tell("Records that were edited since are left alone.");
  if (!options.yes) {
    const prompt = options.json ? null : cli.terminal.prompt;
    if (prompt === null) {
      cli.terminal.note(`\nNothing was changed. Undo it: signpost undo ${id} --yes`);
      return EXIT.waiting;
    }
    if (!(await prompt.confirm("Undo it?"))) {
      cli.terminal.note("Nothing was changed.");
      return EXIT.waiting;
    }
  }
  await read(api.changes[":id"].undo.$post({ param: { id } }));
  return await followUndo(cli, api, id, options);
}

/** Waits for a change that is being undone, and lists the records that it left alone. */
async function followUndo(
  cli: Cli,
  api: Api,
  id: string,
  options: CommonOptions & ApplyOptions,
): Promise<number> {
  const tell = options.json ? cli.terminal.note : cli.terminal.print;
  const undone = await followChange(cli, api, id);
  const problems =
    undone.undo_conflicts > 0 ? toRowProblems((await readShownRows(api, undone)).problems) : [];
  tell(`\n${undone.state === "undone" ? "Undone" : `The change is ${undone.state}`}.`);
  tell(formatCount("left alone", undone.undo_conflicts));
  for (const line of formatProblems(problems)) tell(line);
  if (options.wait) await waitForKv(cli, api);
  if (options.json) cli.terminal.print(JSON.stringify({ change: undone, problems }, null, 2));
  return undone.state === "undone" && undone.undo_conflicts === 0 ? EXIT.done : EXIT.incomplete;
}
