import { refuse } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import type { JsonFormat } from "../format.ts";
import { forEachItem } from "../item-format.ts";
import type { Item } from "../item.ts";
import { at, isObject, parseJson } from "../json.ts";
import { reasons } from "../reason.ts";
import { escapeLiteral, fillReferences, splitSplat } from "../regex.ts";
import type { Finding } from "../row.ts";
import { CaptureNames } from "../rule.ts";
import { parseCode } from "../value.ts";

const REFERENCE = /:([A-Za-z_]\w*)\*?/g;

/** Matches a segment without a pattern: `+`, `@` and `!` begin one before a bracket only, a backslash escapes. */
const LITERAL = /^(?:\\[^\w\s:\\/]|[+@!](?!\()|[^\\*?@+!{}()[\]|:])*$/u;

function toDraft(item: Item): Finding {
  if (item.value("regex") !== undefined) return { reason: refuse("file_regex_other") };
  const code = parseCode(item.cell("type"));
  if ("reason" in code) return code;
  const written = item.text("source");
  if (written.startsWith("!")) return { reason: reasons.glob(written) };
  const source = written.replace(/\{,\/\*\*\}$/, "/**");
  const names = new CaptureNames();
  const segments = (source.startsWith("/") ? source : `/${source}`).split("/");
  let takesFolder = source !== written;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const [, name, star] = /^:([A-Za-z_]\w*)(\*)?$/.exec(segment) ?? [];
    if (segment === "**" && isLast) segments[index] = "*";
    else if (name !== undefined && star === "*") {
      if (!isLast) return { reason: refuse("file_regex_slashes") };
      names.groups.set(name, ":splat");
      segments[index] = "*";
      takesFolder = true;
    } else if (name !== undefined) {
      const entered = names.enter(name);
      if (entered === null) return { reason: refuse("file_capture_twice", { name: segment }) };
      segments[index] = entered;
    } else if (segment === "*") segments[index] = names.enter(` ${index}`) ?? ":";
    else if (!LITERAL.test(segment)) {
      return { reason: segment.includes("*") ? refuse("file_star_inside") : reasons.glob(segment) };
    } else segments[index] = segment.replace(/\\(.)/gu, (_, character: string) => escapeLiteral(character));
  }
  const path = segments.join("/");
  const destination = item.text("destination");
  const scheme = /^[a-z][a-z0-9+-]*:(?:\/\/[^/]*)?/i.exec(destination)?.[0] ?? "";
  const filled = fillReferences(destination.slice(scheme.length), names.groups, REFERENCE);
  if ("reason" in filled) return filled;
  return {
    sources: [{ kind: "pattern", path, takesFolder }],
    ...splitSplat(path, scheme + filled.target),
    ...code,
    warnings: [
      names.isRenamed && refuse("file_renamed"),
      path.endsWith("/*") && !takesFolder && refuse("file_folder"),
    ],
  };
}

function readSite(text: string, path: string, site: unknown, collector: Collector): void {
  forEachItem(text, `${path}/redirects`, at(site, "redirects"), collector, toDraft);
}

export const firebaseJson: JsonFormat = {
  key: "firebase-json",
  label: "firebase.json",
  isOrdered: true,
  hasShape: (document) => isObject(document) && "hosting" in document,
  read: ({ text }, collector) => {
    const hosting = at(parseJson(text), "hosting");
    if (!Array.isArray(hosting)) return readSite(text, "hosting", hosting, collector);
    for (const [index, site] of hosting.entries()) readSite(text, `hosting/${index}`, site, collector);
  },
};
