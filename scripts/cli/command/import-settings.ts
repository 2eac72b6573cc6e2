import type { ImportSettings } from "../../../src/import/row.ts";
import { read, RefusedCall, type Api } from "../api.ts";
import { EXIT, type Cli } from "../cli.ts";
import { toPrintable } from "../terminal.ts";

/**
 * Brings the settings of an export: shows those that differ, asks, and writes them. A setting that the export does not
 * have stays, and no entry of the blocklist is removed. Needs the role manager. Returns the exit code.
 */
export async function importSettings(
  { terminal }: Cli,
  api: Api,
  settings: ImportSettings,
  options: { yes?: boolean; json?: boolean },
): Promise<number> {
  const differences = await findDifferences(api, settings);
  if (differences.length === 0) {
    terminal.note("\nNo setting changes.");
    return EXIT.done;
  }
  terminal.note("");
  for (const { name, before, after } of differences) {
    terminal.note(`setting ${name}: ${toPrintable(before || "(none)")} → ${toPrintable(after)}`);
  }
  if (options.yes !== true) {
    const prompt = options.json === true ? null : terminal.prompt;
    if (prompt === null) {
      terminal.note("No setting was changed. Write them: add --yes");
      return EXIT.waiting;
    }
    if (!(await prompt.confirm(`Write ${differences.length} settings?`))) return EXIT.waiting;
  }
  let code: number = EXIT.done;
  for (const { name, write } of differences) {
    try {
      await write();
    } catch (error) {
      // Without the role, none of them can be written.
      if (!(error instanceof RefusedCall) || error.status !== 422) throw error;
      terminal.note(`setting ${name}: ${toPrintable(error.message)}`);
      code = EXIT.incomplete;
    }
  }
  return code;
}

async function findDifferences(api: Api, { values, appearance, blocklist }: ImportSettings) {
  const held = await read(api.workspace.current.$get());
  const { hosts } = await read(api.blocklist.$get());
  const set = new Map(held.meta.map((entry) => splitAtFirst(entry, "=")));
  const missing = blocklist.filter((host) => !hosts.includes(host));
  return [
    ...appearance.map(([name, value]) => ({
      name,
      before: JSON.stringify(held[name]),
      after: JSON.stringify(value),
      write: () => read(api.workspace.$put({ json: { [name]: value } })),
    })),
    ...values.map(([name, value]) => ({
      name,
      before: set.get(name) ?? "",
      after: value,
      write: () =>
        read(
          api.workspace.update[":metaKey"].$post({
            param: { metaKey: name },
            json: { value },
          }),
        ),
    })),
    ...(missing.length === 0
      ? []
      : [
          {
            name: "blocklist",
            before: `${hosts.length} entries`,
            after: `also ${missing.join(", ")}`,
            write: () => read(api.blocklist.$put({ json: { hosts: [...hosts, ...missing] } })),
          },
        ]),
  ].filter(({ before, after }) => before !== after);
}

function splitAtFirst(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return [text.slice(0, at), text.slice(at + 1)];
}
