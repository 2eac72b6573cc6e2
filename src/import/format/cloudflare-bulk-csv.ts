import { refuse } from "../../domain/refusal/refusal.ts";
import { headlessFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";
import type { Finding } from "../row.ts";
import { parseCode, parseYesNo } from "../value.ts";

const FLAGS = ["preserve_query_string", "include_subdomains", "subpath_matching", "preserve_path_suffix"];
const SOURCE = /^(?:(https?):\/\/)?([^/?#]+)([^?#]*)$/i;

function toDraft(cells: string[]): Finding {
  const [source = "", target = "", codeText = ""] = cells;
  if (cells.slice(7).some((cell) => cell !== ""))
    return { reason: refuse("file_form", { words: refuse("file_form_columns") }) };
  const flags: boolean[] = [];
  for (const [index, name] of FLAGS.entries()) {
    const cell = cells[3 + index];
    const flag = parseYesNo(cell);
    if (flag === null) return { reason: reasons.boolean(name, cell ?? "") };
    // An empty flag in a file means off.
    flags.push(flag ?? false);
  }
  const [forwardQuery, hasSubdomains, isFolder, keepsPath] = flags;
  const code = parseCode(codeText || "301");
  if ("reason" in code) return code;
  if (code.code === 303 || code.type === "gone") return { reason: reasons.notThere(codeText) };
  const [, scheme, host, path = ""] = SOURCE.exec(source) ?? [];
  if (host === undefined)
    return { reason: source.includes("?") ? refuse("file_query_there") : refuse("file_source_form") };

  const place = isFolder ? `${path.replace(/\/+$/, "")}/*` : path || "/";
  const hosts = hasSubdomains ? [host, `*.${host}`] : [host];
  return {
    sources: hosts.map((name) => ({ kind: "list", text: place, host: name })),
    target,
    forwardQuery: forwardQuery ?? false,
    forwardPath: isFolder ? (keepsPath ?? false) : false,
    warnings: [
      scheme !== undefined && refuse("file_scheme_only", { scheme: scheme.toLowerCase() }),
      hasSubdomains === true && refuse("file_subdomains", { host }),
    ],
    ...code,
  };
}

/** Lists of Cloudflare's Bulk Redirects: no header, up to seven columns. */
export const cloudflareBulkCsv = headlessFormat(
  { key: "cloudflare-bulk-csv", label: "Cloudflare Bulk Redirects, CSV" },
  toDraft,
);
