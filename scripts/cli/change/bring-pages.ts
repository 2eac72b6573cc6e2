import { bytesOf, sortPages, withoutDiffering } from "../../../src/import/sort-pages.ts";
import type { ImportPage, ImportResult } from "../../../src/import/row.ts";
import { read, toRefusedCall, type Api } from "../api.ts";
import type { Cli } from "../cli.ts";
import { formatCount } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";

/**
 * Uploads the pages of an export that the workspace lacks, because a plan is made of pages that are there. No visitor
 * sees them before a record shows them. Returns the import without the rows whose page is another one in the workspace,
 * and how to delete the pages that were uploaded, which nothing shows yet.
 */
export async function bringPages(cli: Cli, api: Api, result: ImportResult) {
  const sorted = await sortPages(result.pages ?? [], (name) => readPage(api, name));
  const uploaded: string[] = [];
  const takeBack = async () => {
    for (const name of uploaded) await api.files[":name"].$delete({ param: { name } }).catch(() => null);
  };
  try {
    for (const page of sorted.missing) {
      await storePage(api, page);
      uploaded.push(page.name);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (result.pages !== undefined) {
    cli.terminal.note(formatCount("pages uploaded", uploaded.length));
    cli.terminal.note(formatCount("pages there", sorted.present.length));
    for (const { name, line } of sorted.differing) {
      cli.terminal.note(`note: the page ${toPrintable(name)} is another one here, and stays (line ${line})`);
    }
  }
  return { result: withoutDiffering(result, sorted.differing), takeBack };
}

async function readPage(api: Api, name: string): Promise<{ type: string; bytes: Uint8Array } | null> {
  const response = (await api.files[":name"].$get({ param: { name } })) as unknown as Response;
  if (response.status === 404) return null;
  if (response.status !== 200) throw await toRefusedCall(response);
  const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";");
  return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function storePage(api: Api, page: ImportPage): Promise<void> {
  const init = { body: bytesOf(page) as BodyInit };
  await read(
    api.files[":name"].$put({ param: { name: page.name } }, { init, headers: { "Content-Type": page.type } }),
  );
}
