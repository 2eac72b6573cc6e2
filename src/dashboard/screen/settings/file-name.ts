import { PAGE_STATES } from "../../../domain/client/look.ts";
import type { Host } from "../../api/types.ts";

export function toFileName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z\d._-]+/g, "-");
}

interface Use {
  /** A hostname or URL; empty for the workspace. */
  name: string;
  href: string;
  as: "logo" | "record" | "preview" | (typeof PAGE_STATES)[number];
}

type Shown = Pick<Host, "branding" | "pages">;

interface Places {
  workspace: Shown;
  hosts: readonly (Shown & { host: string })[];
  records: readonly {
    id: string;
    url: string;
    file: string | null;
    preview?: { file?: string | undefined } | null;
  }[];
}

export function findUses(file: string, { workspace, hosts, records }: Places): Use[] {
  const usesOf = (name: string, href: string, { branding, pages }: Shown): Use[] => [
    ...(branding?.logo === file ? [{ name, href, as: "logo" as const }] : []),
    ...PAGE_STATES.filter((state) => pages?.[state] === file).map((as) => ({ name, href, as })),
  ];
  return [
    ...usesOf("", "/settings", workspace),
    ...hosts.flatMap((host) => usesOf(host.host, `/hosts/${host.host}?tab=look`, host)),
    ...records
      .filter((record) => record.file === file || record.preview?.file === file)
      .map((record) => ({
        name: record.url,
        href: `/links/${record.id}`,
        as: record.file === file ? ("record" as const) : ("preview" as const),
      })),
  ];
}
