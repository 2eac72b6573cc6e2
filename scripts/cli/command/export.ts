import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { CommandError } from "../../support/command.ts";
import { writePrivateFile } from "../../support/private-file.ts";
import { type Api, toRefusedCall } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";

export interface ExportOptions extends CommonOptions {
  include?: string;
  output?: string;
}

/**
 * Writes the whole workspace, a JSON object a line (contract 26.1), to stdout or into a file. The file is
 * for its owner only, and is there when it is complete.
 */
export async function exportWorkspace(
  cli: Cli,
  { output, include, ...options }: ExportOptions,
): Promise<number> {
  const { api } = await openApi(cli, options);
  const show = cli.terminal.progress();
  const counts = await writeTo(output, async (write) => {
    const counts: Record<string, number> = {};
    for await (const line of exportLines(api, include)) {
      const { kind } = line;
      counts[kind] = (counts[kind] ?? 0) + 1;
      await write(`${line.text}\n`);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (total % 10_000 === 0) show(`${total} lines exported`);
    }
    return counts;
  });
  const summary = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  if (options.json && output !== undefined) cli.terminal.print(JSON.stringify({ output, counts }, null, 2));
  else cli.terminal.note(`Exported ${summary.join(", ")}${output === undefined ? "" : ` to ${output}`}.`);
  return EXIT.done;
}

/** Reads an export from its first line to its last, across answers; cursors are left out. */
async function* exportLines(
  api: Api,
  include: string | undefined,
): AsyncGenerator<{ kind: string; text: string }> {
  let cursor: string | null = null;
  do {
    const query = { ...(include !== undefined && { include }), ...(cursor !== null && { cursor }) };
    const response: Response = (await api.export.$get({ query })) as unknown as Response;
    if (response.status !== 200 || response.body === null) throw await toRefusedCall(response);
    let next: string | null | undefined;
    const input = Readable.from(response.body);
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      const line = JSON.parse(text) as { kind: string; next?: string | null };
      if (line.kind === "cursor") next = line.next ?? null;
      else yield { kind: line.kind, text };
    }
    // An answer that was cut off has no last line.
    if (next === undefined) throw new CommandError("The export broke off. Run it again.");
    cursor = next;
  } while (cursor !== null);
}

type Write = (text: string) => Promise<void>;

async function writeTo<T>(output: string | undefined, fill: (write: Write) => Promise<T>): Promise<T> {
  if (output === undefined) return fill(writeToStdout);
  return writePrivateFile(output, (draft) => fill((text) => draft.writeFile(text)));
}

/** Waits until the reader has taken the text, so that a slow one does not fill the memory. */
function writeToStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
