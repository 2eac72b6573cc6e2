import { UsageError } from "../../support/command.ts";
import { read, type Api } from "../api.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import { followChange, type Change } from "../change/change.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import type { Pair } from "../pair.ts";
import { toFields, type FieldOptions } from "../record-field.ts";
import { formatLinks } from "./link-list.ts";

/** The selection of records: ids or a filter. */
interface ScopeOptions {
  filter?: Pair[];
  force?: boolean;
}

export interface LinkUpdateOptions extends CommonOptions, ScopeOptions, FieldOptions, ApplyOptions {
  destination?: string;
  find?: string;
  replace?: string;
  param?: Pair[];
  removeParam?: string[];
  addTag?: string[];
  removeTag?: string[];
}

type ChangeBody = Parameters<Api["changes"]["$post"]>[0]["json"];

/** The members of a body that describe the change. The API validates them itself, so its type has no members. */
type Edit = { [F in keyof ChangeBody]?: unknown };

/** Changes one record by its id at once, or several records by a change with a preview. */
export async function linksUpdate(cli: Cli, ids: string[], options: LinkUpdateOptions): Promise<number> {
  const set = {
    ...toFields(options),
    ...(options.destination !== undefined && { destination: options.destination }),
  };
  const edit = toEdit(options);
  const [id, ...others] = ids;
  const isSingle = id !== undefined && others.length === 0 && Object.keys(edit).length === 0;
  if (isSingle && options.filter === undefined) return await updateOne(cli, id, set, options);
  return await planEdit(cli, ids, { ...edit, ...(Object.keys(set).length > 0 && { set }) }, options);
}

async function updateOne(cli: Cli, id: string, set: object, options: LinkUpdateOptions): Promise<number> {
  if (Object.keys(set).length === 0) throw new UsageError("Nothing to change: give at least one field.");
  const { api } = await openApi(cli, options);
  const query = options.force ? { force: "true" } : {};
  const link = await read(api.links[":id"].$put({ param: { id }, query, json: set }));
  cli.terminal.print(options.json ? JSON.stringify(link, null, 2) : formatLinks([link]));
  return EXIT.done;
}

function toEdit({ find, replace, param, removeParam, addTag, removeTag }: LinkUpdateOptions): Edit {
  if ((find === undefined) !== (replace === undefined))
    throw new UsageError("--find and --replace go together.");
  const hasParams = param !== undefined || removeParam !== undefined;
  return {
    ...(find !== undefined && { destination_find: find, destination_replace: replace }),
    ...(hasParams && {
      destination_params: { set: Object.fromEntries(param ?? []), remove: removeParam ?? [] },
    }),
    ...(addTag !== undefined && { tags_add: addTag }),
    ...(removeTag !== undefined && { tags_remove: removeTag }),
  };
}

/** Plans an edit of records that ids or filters name, and carries it out. */
async function planEdit(
  cli: Cli,
  ids: string[],
  edit: Edit,
  options: CommonOptions & ScopeOptions & ApplyOptions,
): Promise<number> {
  const { filter, force } = options;
  if ((ids.length === 0) === (filter === undefined))
    throw new UsageError("Name records by ids, or by --filter.");
  const scope = filter === undefined ? { ids } : { filter: Object.fromEntries(filter) };
  const { api } = await openApi(cli, options);
  const query = force ? { force: "true" } : {};
  const change: Change = await read(api.changes.$post({ query, json: { ...scope, ...edit } as ChangeBody }));
  return await carryOut(cli, api, await followChange(cli, api, change.id), options);
}

export interface LinkDeleteOptions extends CommonOptions, ScopeOptions, ApplyOptions {}

/** Deletes records as a change: their sources are free at once, and for 30 days it can be undone. */
export async function linksDelete(cli: Cli, ids: string[], options: LinkDeleteOptions): Promise<number> {
  return await planEdit(cli, ids, { delete: true }, options);
}
