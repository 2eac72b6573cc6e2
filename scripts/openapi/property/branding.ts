import type { PropertyText } from "../property-text.ts";
import { MAX_PAGE_NAME_CHARACTERS, MAX_URL_CHARACTERS } from "./limit.ts";

const PAGE_LIMITS = { limits: { minLength: 1, maxLength: MAX_PAGE_NAME_CHARACTERS } };

/** Describes branding, of the pages of an owner, and of previews (contract 33). */
export const BRANDING_PROPERTIES: Record<string, PropertyText> = {
  branding: {
    text: "How the pages look that visitors see. Members that are not written stay; null clears all.",
    example: { name: "Acme", color: "#0b57d0", link: "https://example.com/" },
  },
  "branding.name": {
    text: "Whose pages these are, at most 60 characters; null: not set.",
    example: "Acme",
  },
  "branding.logo": {
    text: "The name of a stored PNG or SVG picture; null: not set.",
    example: "logo.svg",
    ...PAGE_LIMITS,
  },
  "branding.color": {
    text: "The colour of headings and buttons, with a contrast of at least 4.5:1 on white; null: not set.",
    example: "#0b57d0",
  },
  "branding.link": {
    text: "The owner's site, an http or https URL; null: not set.",
    example: "https://example.com/",
    limits: { minLength: 1, maxLength: MAX_URL_CHARACTERS },
  },
  "branding.contact": {
    text: "Where visitors can ask: an http or https URL, or `mailto:` with one address; null: not set.",
    example: "mailto:links@example.com",
    limits: { minLength: 1, maxLength: MAX_URL_CHARACTERS },
  },
  "branding.hide_mark": {
    text: "Whether the pages leave the signpost out; null: not set.",
    example: true,
  },
  "branding.gate_title": {
    text: "Whether the password page shows the title of the record; null: not set.",
    example: false,
  },
  pages: {
    text: "Stored pages in place of the project's own. Members that are not written stay; null clears all.",
    example: { "404": "lost.html", "410": null },
  },
  "pages.404": {
    text: "The stored page for paths that no record answers; null for the project's own.",
    example: "lost.html",
    ...PAGE_LIMITS,
  },
  "pages.410": {
    text: "The stored page for records that are expired or gone; null for the project's own.",
    example: "over.html",
    ...PAGE_LIMITS,
  },
  "pages.paused": {
    text: "The stored page for paused records; null for the project's own.",
    example: "soon.html",
    ...PAGE_LIMITS,
  },
  is_preview_off: {
    text: "Whether a plus behind the alias shows nothing instead of a preview.",
    example: false,
  },
  "UpdateHostBody.is_preview_off": {
    text: "Whether a plus behind any alias of the hostname shows nothing instead of a preview.",
    example: false,
  },
};
