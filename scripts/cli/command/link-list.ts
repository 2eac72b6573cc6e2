import { toTable } from "../../support/text-table.ts";
import { collect, read, walk, type Api } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { toFilterQuery, type Pair } from "../pair.ts";
import { toPrintable } from "../terminal.ts";

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

export function listLinks(
  api: Api,
  { filter, search, sort }: Omit<LinkListOptions, keyof CommonOptions | "limit">,
) {
  const query = {
    ...toFilterQuery(filter),
    ...(search !== undefined && { "filter[search]": search }),
    ...(sort !== undefined && { sort }),
  };
  return walk((cursor) => read(api.links.$get({ query: { per_page: "1000", ...query, ...cursor } })));
}

type Link = ReturnType<typeof listLinks> extends AsyncGenerator<infer Row> ? Row : never;

export function formatLinks(links: Link[]): string {
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
