import { accepted, refused, type Parsed } from "./field-error.ts";
import { parseHostname } from "./parse-hostname.ts";
import { parseTag } from "./tag.ts";
import { UTM_MEMBERS, type Utm } from "./utm.ts";

/** UTM values under a name, which forms fill in for the links of a hostname or with a tag (contract 14.8). */
export interface UtmTemplate {
  name: string;
  host?: string;
  tag?: string;
  utm: Partial<Utm>;
}

export const MAX_UTM_TEMPLATES = 50;
const MAX_NAME = 60;
const MAX_VALUE = 255;

/** Parses a JSON list of templates, and returns them with names, hostnames and tags in one spelling. */
export function parseUtmTemplates(text: string): Parsed<UtmTemplate[]> {
  const list = readList(text);
  if (list === null || list.length > MAX_UTM_TEMPLATES) {
    return refused("not_utm_templates", { count: MAX_UTM_TEMPLATES });
  }
  const templates = list.map(readTemplate);
  const wrong = templates.findIndex(
    (one, index) => one === null || templates.findIndex((other) => other?.name === one.name) < index,
  );
  if (wrong >= 0) return refused("not_utm_template", { number: wrong + 1 });
  return accepted(templates as UtmTemplate[]);
}

function readList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

function readTemplate(item: unknown): UtmTemplate | null {
  const { name, host, tag, utm } = (item ?? {}) as Record<string, unknown>;
  const named = typeof name === "string" ? parseTag(name) : null;
  if (!named?.ok || named.value.length > MAX_NAME) return null;
  if (typeof utm !== "object" || utm === null) return null;
  const known = UTM_MEMBERS.filter((member) => Object.hasOwn(utm, member));
  const values = known.map((member) => [member, (utm as Record<string, unknown>)[member]] as const);
  const areTexts = values.every(([, value]) => typeof value === "string" && value.length <= MAX_VALUE);
  if (!areTexts || known.length < Object.keys(utm).length) return null;
  const onHost = typeof host === "string" ? parseHostname(host) : null;
  const withTag = typeof tag === "string" ? parseTag(tag) : null;
  if ((host !== undefined && !onHost?.ok) || (tag !== undefined && !withTag?.ok)) return null;
  return {
    name: named.value,
    ...(onHost?.ok && { host: onHost.value }),
    ...(withTag?.ok && { tag: withTag.value }),
    utm: Object.fromEntries(values.filter(([, value]) => value !== "")),
  };
}
