import { read } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { toPrintable } from "../terminal.ts";

export interface ExplainOptions extends CommonOptions {
  country?: string;
  language?: string;
  userAgent?: string;
  address?: string;
  method?: Method;
  at?: string;
  http?: boolean;
  held?: boolean;
}

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** Prints what a visitor of a URL gets, and why. */
export async function explain(cli: Cli, url: string, options: ExplainOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const { country, language, userAgent, address, method, at, http, held } = options;
  const as = {
    ...(country !== undefined && { country }),
    ...(language !== undefined && { language }),
    ...(userAgent !== undefined && { user_agent: userAgent }),
    ...(address !== undefined && { address }),
    ...(method !== undefined && { method }),
    ...(at !== undefined && { at }),
    ...(http && { https: false }),
    ...(held && { held: true }),
  };
  const told = await read(api.explain.$post({ json: { url, as } }));
  if (options.json) {
    cli.terminal.print(JSON.stringify(told, null, 2));
    return EXIT.done;
  }
  const { outcome, status, location, record, host, tried, rules, destinations, next, warnings } = told;
  const lines = [
    `${status} ${outcome}${location === null ? "" : ` → ${location}`}`,
    ...(record === null ? [] : [`record       ${record.url} (${record.id})`]),
    `hostname     ${host.answered_by ?? "no hostname of this workspace"}${host.relation === "self" || host.relation === null ? "" : ` (${host.relation})`}`,
    ...tried.map(
      ({ step, source, verdict, reason }) => `tried        ${step} ${source}: ${verdict}, ${reason}`,
    ),
    ...rules.map(({ id, verdict, failed }) => `rule         ${[id, verdict, ...failed].join(" ")}`),
    ...(destinations.length > 1
      ? destinations.map(({ url: to, chance, verdict }) => `destination  ${to} (${verdict}, ${chance})`)
      : []),
    ...next.map(
      (hop) =>
        `then         ${hop.url}: ${hop.status} ${hop.outcome}${hop.location === null ? "" : ` → ${hop.location}`}`,
    ),
    ...warnings.map((text) => `note         ${text}`),
  ];
  cli.terminal.print(lines.map(toPrintable).join("\n"));
  return EXIT.done;
}
