import { accepted, refused, type Parsed } from "./field-error.ts";
import { countCharacters } from "./text.ts";
import { splitUrl } from "./url-parts.ts";

/** The look of visitor pages (contract 33): a workspace's, and for each hostname its own, which goes first. */

interface Branding {
  name: string | null;
  /** The name of a stored picture. */
  logo: string | null;
  /** `#rrggbb`, dark enough for white text. */
  color: string | null;
  /** The owner's site. */
  link: string | null;
  /** An http(s) or `mailto:` URL. */
  contact: string | null;
  hide_mark: boolean | null;
  /** Shows the title of a protected record above its password form. */
  gate_title: boolean | null;
}

/** The members that a write changes; null clears a member. */
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

/** The colour of pages whose owner has chosen none. */
export const DEFAULT_COLOR = "#1f6a50";

export const PAGE_STATES = ["404", "410", "paused"] as const;
export type PageState = (typeof PAGE_STATES)[number];

type OwnPages = Record<PageState, string | null>;
export type OwnPagesChange = Partial<OwnPages>;

const NO_PAGES: OwnPages = { "404": null, "410": null, paused: null };

/** The settings of a workspace or hostname; null if nothing is set. */
export interface Appearance {
  branding: Branding | null;
  pages: OwnPages | null;
}

/** The members of a write are merged with the present ones; null clears all. */
export interface AppearanceChange {
  branding?: BrandingChange | null;
  pages?: OwnPagesChange | null;
}

/** Parses the columns of the database. Missing members are not set. */
export function readAppearance(branding: string | null, pages: string | null): Appearance {
  return {
    branding: branding === null ? null : { ...NO_BRANDING, ...(JSON.parse(branding) as BrandingChange) },
    pages: pages === null ? null : { ...NO_PAGES, ...(JSON.parse(pages) as OwnPagesChange) },
  };
}

/** A stored file that pages show. Its key changes with its content. */
export interface ShownFile {
  key: string;
  type: string;
}

/** The effective branding of a hostname, as the edge needs it. */
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

/** The stored files of a workspace by name, each with the time of its last write and its type. */
export type FileVersions = Record<string, [updatedAtMs: number, type: string]>;

/** Returns the look of a hostname. A member that it has not set comes from the workspace. Undefined if none is set. */
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

/** Returns the key of a file in KV. New content gets a new key, so that no value is ever outdated. */
export function fileKey(workspaceId: string, name: string, updatedAtMs: number): string {
  return `f:${workspaceId}/${updatedAtMs}/${name}`;
}

export const HTML_TYPE = "text/html";
export const PNG_TYPE = "image/png";
export const SVG_TYPE = "image/svg+xml";
export const JPEG_TYPE = "image/jpeg";
export const ICO_TYPE = "image/x-icon";
/** What IANA calls it. */
export const REGISTERED_ICO_TYPE = "image/vnd.microsoft.icon";
export const JSON_TYPE = "application/json";
export const TEXT_TYPE = "text/plain";
/** The types of the files that a workspace stores, and of those of hostnames. */
export const FILE_TYPES = [HTML_TYPE, PNG_TYPE, SVG_TYPE, JPEG_TYPE] as const;
export const HOST_FILE_TYPES = [TEXT_TYPE, JSON_TYPE, PNG_TYPE, SVG_TYPE, ICO_TYPE] as const;
export type FileType = (typeof FILE_TYPES | typeof HOST_FILE_TYPES)[number];

/** Returns whether a file can be a logo. */
export function isPicture(type: string): boolean {
  return type === PNG_TYPE || type === SVG_TYPE;
}

/** Returns whether files of a type are stored as base64. */
export function isBinary(type: string): boolean {
  return type.startsWith("image/") && type !== SVG_TYPE;
}

/** Returns the path of the picture of a record after `PROBE_PATH`, before the path of the record. */
export function cardPath(file: ShownFile): string {
  return logoPath(file).replace("logo", "picture");
}

/** Returns the path of a hostname's logo after `PROBE_PATH`. Its number changes with the picture. */
export function logoPath({ key }: ShownFile): string {
  return `logo-${key.split("/")[1] ?? ""}`;
}

const MAX_MAILTO_CHARACTERS = 320;

/** Parses a `mailto:` URL with one address. `parseDestination` parses other URLs. */
export function parseMailto(text: string): Parsed<string> {
  const url = text.trim();
  if (countCharacters(url) > MAX_MAILTO_CHARACTERS) {
    return refused("too_long", { count: MAX_MAILTO_CHARACTERS });
  }
  return /^mailto:[^\s@?&,;:<>"'\\]+@[^\s@?&,;:<>"'\\]+$/i.test(url) ? accepted(url) : refused("not_contact");
}

export function nameOfLink(url: string): string {
  return splitUrl(url).authority;
}
