import { accepted, refused, type Parsed } from "./field-error.ts";
import { countCharacters } from "./text.ts";
import { splitUrl } from "./url-parts.ts";

/** How the pages look that visitors see (contract 33): of a workspace, and of each hostname over it. */

export interface Branding {
  /** Whose pages these are. */
  name: string | null;
  /** The name of a stored picture. */
  logo: string | null;
  /** `#rrggbb`, dark enough for white text. */
  color: string | null;
  /** The owner's site. */
  link: string | null;
  /** An http(s) URL or a `mailto:` one. */
  contact: string | null;
  /** Leaves the signpost out. */
  hide_mark: boolean | null;
  /** Shows the title of a protected record above its password form. */
  gate_title: boolean | null;
}

/** What a write changes: null clears a member. */
export type BrandingChange = { [Member in keyof Branding]?: Branding[Member] };

const NO_BRANDING: Branding = {
  name: null,
  logo: null,
  color: null,
  link: null,
  contact: null,
  hide_mark: null,
  gate_title: null,
};

/** The answers that an owner may have a page of their own for. */
export const PAGE_STATES = ["404", "410", "paused"] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** The names of stored pages. */
export type OwnPages = Record<PageState, string | null>;
export type OwnPagesChange = Partial<OwnPages>;

const NO_PAGES: OwnPages = { "404": null, "410": null, paused: null };

/** What a workspace or hostname has set; null for nothing. */
export interface Appearance {
  branding: Branding | null;
  pages: OwnPages | null;
}

/** Reads what the database holds: members that are missing are not set. */
export function readAppearance(branding: string | null, pages: string | null): Appearance {
  return {
    branding: branding === null ? null : { ...NO_BRANDING, ...(JSON.parse(branding) as BrandingChange) },
    pages: pages === null ? null : { ...NO_PAGES, ...(JSON.parse(pages) as OwnPagesChange) },
  };
}

/** A stored file that pages show. Its key changes with its content. */
export interface ShownFile {
  /** The key in KV. */
  key: string;
  type: string;
}

/** The branding that holds on a hostname, as the edge needs it. */
export interface Look {
  name?: string;
  color?: string;
  link?: string;
  contact?: string;
  hidesMark?: true;
  showsTitle?: true;
  logo?: ShownFile;
  pages?: Partial<Record<PageState, ShownFile>>;
}

/** Stored files of a workspace by name: when each was last written, and its type. */
export type FileVersions = Record<string, [updatedAtMs: number, type: string]>;

/** Returns what holds on a hostname, member by member: its own, else that of the workspace. Undefined for nothing. */
export function toLook(
  workspaceId: string,
  workspace: Appearance,
  host: Appearance,
  files: FileVersions,
): Look | undefined {
  const own = host.branding ?? NO_BRANDING;
  const general = workspace.branding ?? NO_BRANDING;
  const valueOf = <M extends keyof Branding>(member: M): Branding[M] => own[member] ?? general[member];
  const shown = (name: string | null, isRight: (type: string) => boolean): ShownFile | undefined => {
    const [updatedAtMs, type] = files[name ?? ""] ?? [0, ""];
    return name !== null && isRight(type)
      ? { key: fileKey(workspaceId, name, updatedAtMs), type }
      : undefined;
  };
  const look: Look = {};
  for (const member of ["name", "color", "link", "contact"] as const) {
    const value = valueOf(member);
    if (value !== null) look[member] = value;
  }
  if (valueOf("hide_mark") === true) look.hidesMark = true;
  if (valueOf("gate_title") === true) look.showsTitle = true;
  const logo = shown(valueOf("logo"), isPicture);
  if (logo !== undefined) look.logo = logo;
  for (const state of PAGE_STATES) {
    const page = shown(host.pages?.[state] ?? workspace.pages?.[state] ?? null, (type) => type === HTML_TYPE);
    if (page !== undefined) look.pages = { ...look.pages, [state]: page };
  }
  return Object.keys(look).length === 0 ? undefined : look;
}

/** Returns the key of a file in KV. Another content is another key, so that no value is ever outdated. */
export function fileKey(workspaceId: string, name: string, updatedAtMs: number): string {
  return `f:${workspaceId}/${updatedAtMs}/${name}`;
}

export const HTML_TYPE = "text/html";
export const PNG_TYPE = "image/png";
export const SVG_TYPE = "image/svg+xml";
export const FILE_TYPES = [HTML_TYPE, PNG_TYPE, SVG_TYPE] as const;
export type FileType = (typeof FILE_TYPES)[number];

export function isPicture(type: string): boolean {
  return type === PNG_TYPE || type === SVG_TYPE;
}

/** Where a hostname serves its logo, behind `PROBE_PATH`; the number changes with the picture. */
export function logoPath({ key }: ShownFile): string {
  return `logo-${key.split("/")[1] ?? ""}`;
}

const MAX_MAILTO_CHARACTERS = 320;

/** Reads a `mailto:` URL that names one address. Other URLs are for `parseDestination`. */
export function parseMailto(text: string): Parsed<string> {
  const url = text.trim();
  if (countCharacters(url) > MAX_MAILTO_CHARACTERS) {
    return refused(`must have at most ${MAX_MAILTO_CHARACTERS} characters`);
  }
  return /^mailto:[^\s@?&,;:<>"'\\]+@[^\s@?&,;:<>"'\\]+$/i.test(url)
    ? accepted(url)
    : refused("must be an http or https URL, or mailto: with one address");
}

/** Returns what a link is called: its hostname. */
export function nameOfLink(url: string): string {
  return splitUrl(url).authority;
}
