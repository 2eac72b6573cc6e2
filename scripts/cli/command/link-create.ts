import { UsageError } from "../../support/command.ts";
import { read } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { toFields, type FieldOptions } from "../record-field.ts";
import { formatLinks } from "./link-list.ts";

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
