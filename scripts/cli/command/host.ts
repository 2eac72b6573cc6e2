import { UsageError } from "../../support/command.ts";
import { toTable } from "../../support/table.ts";
import { collect, read, RefusedCall, toReason, walk, type Api } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { toPrintable } from "../terminal.ts";

export interface HostListOptions extends CommonOptions {
  search?: string;
}

type Host = Awaited<ReturnType<typeof listHosts>>[number];

async function listHosts(api: Api, search: string | undefined) {
  const filter = search === undefined ? {} : { "filter[search]": search };
  const query = (cursor: Record<string, string>) => ({ per_page: "1000", ...filter, ...cursor });
  return await collect(walk((cursor) => read(api.host.$get({ query: query(cursor) }))));
}

/** Prints the hostnames of the workspace, and the errors of their DNS. */
export async function hostsList(cli: Cli, options: HostListOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const hosts = await listHosts(api, options.search);
  cli.terminal.print(options.json ? JSON.stringify(hosts, null, 2) : formatHosts(hosts));
  return EXIT.done;
}

function formatHosts(hosts: Host[]): string {
  if (hosts.length === 0) return "No hostname is connected. Connect one: signpost hosts connect HOST";
  return toTable(["HOST", "DNS", "HTTPS", "RECORDS", "TO DO"], hosts.map(toCells));
}

function toCells(host: Host): string[] {
  const records = host.counts.reduce((sum, count) => sum + Number(count.split(":")[1] ?? 0), 0);
  const toDo = host.correct ? host.errors.map(({ message }) => message) : host.require;
  return [
    host.host,
    host.correct ? "ok" : "wrong",
    host.ssl_issued_at === null ? "-" : "ok",
    String(records),
    toPrintable(toDo.join("; ")),
  ];
}

/** Connects hostnames, one call each, and prints the DNS records that each needs. */
export async function hostsConnect(cli: Cli, names: string[], options: CommonOptions): Promise<number> {
  if (names.length === 0) throw new UsageError("HOST is missing: signpost hosts connect go.example.com");
  const { api } = await openApi(cli, options);
  const connected: Host[] = [];
  const refused: { host: string; reason: string }[] = [];
  for (const host of names) {
    try {
      connected.push(await read(api.host.$post({ json: { host } })));
    } catch (error) {
      // After a refused hostname the next one may succeed; after any other error it would fail too.
      if (!(error instanceof RefusedCall) || error.status !== 422) throw error;
      refused.push({ host, reason: toReason(error.errors) || error.message });
    }
  }
  if (options.json) cli.terminal.print(JSON.stringify({ connected, refused }, null, 2));
  else {
    if (connected.length > 0) cli.terminal.print(formatHosts(connected));
    for (const { host, reason } of refused) cli.terminal.note(`${toPrintable(host)}: ${toPrintable(reason)}`);
  }
  return refused.length === 0 ? EXIT.done : EXIT.incomplete;
}
