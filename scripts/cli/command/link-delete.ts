import type { ApplyOptions } from "../change/carry-out.ts";
import type { Cli, CommonOptions } from "../cli.ts";
import { planEdit, type ScopeOptions } from "./link-update.ts";

export interface LinkDeleteOptions extends CommonOptions, ScopeOptions, ApplyOptions {}

/** Deletes records as a change: their sources are free at once, and for 30 days it can be undone. */
export async function linksDelete(cli: Cli, ids: string[], options: LinkDeleteOptions): Promise<number> {
  return await planEdit(cli, ids, { delete: true }, options);
}
