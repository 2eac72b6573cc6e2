import { sayRow } from "../../../src/import/say-row.ts";
import { readUrlList, type ListedUrl, type SkipReason } from "../../../src/import/read-urls.ts";
import { UsageError } from "../../support/command.ts";
import { readBytes, toImportOptions, type ReadOptions } from "../read-option.ts";
import type { Problem } from "../read-report.ts";

const REASONS: Record<Exclude<SkipReason, "host" | "unreadable">, string> = {
  pattern: "stands for many paths",
  paused: "is paused",
};

/**
 * Reads the URLs of a file as the dashboard does: a list, a sitemap, the export of a crawl or of a search console, or a
 * list of redirects, whose destinations are then expected. @throws UsageError where it cannot be read, and for a path
 * without a hostname to complete it
 * @returns the URLs, and the rows that are not checked
 */
export async function readUrls(
  file: string,
  options: ReadOptions,
): Promise<{ urls: ListedUrl[]; skipped: Problem[] }> {
  const list = readUrlList(await readBytes(file), toImportOptions(file, options));
  if (!list.ok) throw new UsageError(`${file}: ${sayRow(list.reason)}`);
  const { urls, skipped } = list.value;
  return {
    urls,
    skipped: skipped.map(({ line, text, reason, detail }) => {
      if (reason === "host") throw new UsageError(`${file} has paths: name their hostname with --host.`);
      return {
        line,
        source: text,
        reason: reason === "unreadable" ? detail.map(sayRow).join("; ") : REASONS[reason],
      };
    }),
  };
}
