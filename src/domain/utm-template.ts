import type { Parsed } from "./field-error.ts";
import { parseNamedList } from "./named-list.ts";
import { parseHostname } from "./parse-hostname.ts";
import { refuse } from "./refusal/refusal.ts";
import { parseTag } from "./tag.ts";
import { MAX_UTM_CHARACTERS, UTM_MEMBERS, type Utm } from "./utm.ts";

/** UTM values under a name, which forms fill in for the links of a hostname or with a tag (contract 14.8). */
export interface UtmTemplate {
  name: string;
  host?: string;
  tag?: string;
  utm: Partial<Utm>;
}

export const MAX_UTM_TEMPLATES = 50;

/** Parses a JSON list of templates, and returns them with names, hostnames and tags in one spelling. */
export function parseUtmTemplates(text: string): Parsed<UtmTemplate[]> {
  return parseNamedList(text, {
    most: MAX_UTM_TEMPLATES,
    read: readTemplate,
    notList: refuse("not_utm_templates", { count: MAX_UTM_TEMPLATES }),
    refuseItem: (number) => refuse("not_utm_template", { number }),
  });
}

function readTemplate({ host, tag, utm }: Record<string, unknown>): Omit<UtmTemplate, "name"> | null {
  if (typeof utm !== "object" || utm === null) return null;
  const known = UTM_MEMBERS.filter((member) => Object.hasOwn(utm, member));
  const values = known.map((member) => [member, (utm as Record<string, unknown>)[member]] as const);
  const areTexts = values.every(
    ([, value]) => typeof value === "string" && value.length <= MAX_UTM_CHARACTERS,
  );
  if (!areTexts || known.length < Object.keys(utm).length) return null;
  const onHost = typeof host === "string" ? parseHostname(host) : null;
  const withTag = typeof tag === "string" ? parseTag(tag) : null;
  if ((host !== undefined && !onHost?.ok) || (tag !== undefined && !withTag?.ok)) return null;
  return {
    ...(onHost?.ok && { host: onHost.value }),
    ...(withTag?.ok && { tag: withTag.value }),
    utm: Object.fromEntries(values.filter(([, value]) => value !== "")),
  };
}
