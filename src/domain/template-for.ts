import { foldTag } from "./tag.ts";
import type { UtmTemplate } from "./utm-template.ts";

/** Returns the template for new links of a hostname with these tags: one for a tag comes first (contract 14.8). */
export function templateFor(
  templates: readonly UtmTemplate[],
  host: string | undefined,
  tags: readonly string[],
): UtmTemplate | undefined {
  const names = new Set(tags.map(foldTag));
  const onHost = templates.filter((template) => template.host === undefined || template.host === host);
  return (
    onHost.find(({ tag }) => tag !== undefined && names.has(foldTag(tag))) ??
    onHost.find((template) => template.tag === undefined && template.host !== undefined)
  );
}
