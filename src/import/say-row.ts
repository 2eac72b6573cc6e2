import type { Refusal } from "../domain/refusal/refusal.ts";
import { say } from "../domain/refusal/say.ts";
import { SENTENCES } from "../domain/refusal/sentences.ts";
import { FILE_SENTENCES } from "../domain/refusal/file-sentences.ts";

/** The sentences that name an option on the command line. On a screen the control is at hand. */
const OF_COMMAND_LINE = {
  file_column_unknown:
    'The column {names} may change what visitors get, and its meaning is not known. Say what it is, or leave it out: --map "{name}=ignore"',
  file_columns_unknown:
    'The columns of this file are not known. Seen: {names}. Needed: one with the old address (source) and one with the new one (destination). Name them, for example: --map "Old URL=source,New URL=destination"',
  file_map_unknown: '--map names the column "{name}", but the columns are: {names}',
  file_needs_origin: "pass --origin https://… to complete the relative destination {target}",
  file_no_host: "the file names no host for this row: pass --host",
  file_other_format: "is read by another format: pass --format {key} for it",
  file_other_format_there: "a redirect outside of maps: pass --format {key} for it",
  file_redirects_file:
    "This is a _redirects file of Netlify (301 where no status is given) or of Cloudflare (302): pass --format netlify or --format cloudflare",
} satisfies Partial<Record<keyof typeof FILE_SENTENCES, string>>;

const ALL = { ...SENTENCES, ...FILE_SENTENCES, ...OF_COMMAND_LINE };

/** Says in English, for the command line, what a reader of files says by a code. */
export function sayRow(reason: Refusal): string {
  return say(reason, ALL);
}
