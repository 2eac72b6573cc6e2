import { collect, read, walk, type Api } from "../api.ts";
import { toFilterQuery, type Pair } from "../pair.ts";
import { toTable } from "../../support/table.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { toPrintable } from "../terminal.ts";
import { UsageError } from "../../support/command.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import { followChange, type Change } from "../change/change.ts";

interface FieldOptions {
  title?: string;
  description?: string;
  tag?: string[];
  type?: string;
  starts?: string;
  expires?: string;
  set?: Pair[];
}

type CreateBody = Parameters<Api["links"]["$post"]>[0]["json"];

/** The options for both creating and changing a record; the API validates the values. */
type RecordFields = Omit<CreateBody, "handler" | "host" | "alias" | "url">;

/** Converts options to fields of the API. `--set` overrides the other options. */
function toFields({ title, description, tag, type, starts, expires, set = [] }: FieldOptions): RecordFields {
  const fields = { title, description, type, starts, expires };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(tag !== undefined && { tags: tag }),
    ...Object.fromEntries(set.map(([name, value]) => [name, toValue(value)])),
  };
}

/** Parses a value as JSON if it is valid JSON: `100`, `true`, `null`, `["a"]`. Everything else is text. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export interface LinkListOptions extends CommonOptions {
  filter?: Pair[];
  search?: string;
  sort?: string;
  limit: number;
}

/** Prints records of every kind, by default the newest first. */
export async function linksList(cli: Cli, options: LinkListOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const links = await collect(listLinks(api, options), options.limit);
  cli.terminal.print(options.json ? JSON.stringify(links, null, 2) : formatLinks(links));
  if (!options.json && links.length === options.limit) {
    cli.terminal.note(`The first ${options.limit} are shown. --limit shows more.`);
  }
  return EXIT.done;
}

function listLinks(api: Api, { filter, search, sort }: Omit<LinkListOptions, keyof CommonOptions | "limit">) {
  const query = {
    ...toFilterQuery(filter),
    ...(search !== undefined && { "filter[search]": search }),
    ...(sort !== undefined && { sort }),
  };
  return walk((cursor) => read(api.links.$get({ query: { per_page: "1000", ...query, ...cursor } })));
}

type Link = ReturnType<typeof listLinks> extends AsyncGenerator<infer Row> ? Row : never;

function formatLinks(links: Link[]): string {
  if (links.length === 0) return "No record matches.";
  const rows = links.map((link) => [
    toPrintable(link.url),
    link.paused_by === null ? link.status : "paused",
    toPrintable(link.destination ?? link.file ?? "-"),
    String(link.total_clicks),
    link.id,
  ]);
  return toTable(["URL", "STATUS", "DESTINATION", "CLICKS", "ID"], rows);
}

export interface LinkCreateOptions extends CommonOptions, FieldOptions {
  host?: string;
  alias?: string;
  from?: string;
}

/** Creates a short link on a hostname, with a generated alias if none is given, or, with `--from`, a redirect. */
export async function linksCreate(
  cli: Cli,
  destination: string,
  options: LinkCreateOptions,
): Promise<number> {
  const { host, alias, from } = options;
  if ((host === undefined) === (from === undefined)) {
    throw new UsageError(
      "Give --host for a short link (with --alias to choose it), or --from for a redirect.",
    );
  }
  if (from !== undefined && alias !== undefined)
    throw new UsageError("--alias goes with --host, not with --from.");
  const { api } = await openApi(cli, options);
  const fields = { ...toFields(options), destination };
  const place =
    from === undefined
      ? { handler: "short-url" as const, host: host ?? "", ...(alias !== undefined && { alias }) }
      : { handler: "redirect" as const, host: toHost(from), url: from };
  const { data } = await read(api.links.$post({ json: { ...fields, ...place } }));
  cli.terminal.print(options.json ? JSON.stringify(data, null, 2) : formatLinks(data));
  return EXIT.done;
}

/** Returns the hostname of a source such as `https://old.example/page` or `old.example/page`. */
function toHost(source: string): string {
  return source.replace(/^https?:\/\//i, "").split(/[/?#]/, 1)[0] ?? "";
}

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
