/** Describes branding, of the pages of an owner, and of previews (contract 33). */
export const BRANDING_PROPERTIES: Record<string, string> = {
  branding: "How the pages look that visitors see. Members that are not written stay; null clears all.",
  "branding.name": "Whose pages these are, at most 60 characters; null: not set.",
  "branding.logo": "The name of a stored PNG or SVG picture; null: not set.",
  "branding.color":
    "The colour of headings and buttons, with a contrast of at least 4.5:1 on white; null: not set.",
  "branding.link": "The owner's site, an http or https URL; null: not set.",
  "branding.contact":
    "Where visitors can ask: an http or https URL, or `mailto:` with one address; null: not set.",
  "branding.hide_mark": "Whether the pages leave the signpost out; null: not set.",
  "branding.gate_title": "Whether the password page shows the title of the record; null: not set.",
  pages: "Stored pages in place of the project's own. Members that are not written stay; null clears all.",
  "pages.404": "The stored page for paths that no record answers; null for the project's own.",
  "pages.410": "The stored page for records that are expired or gone; null for the project's own.",
  "pages.paused": "The stored page for paused records; null for the project's own.",
  is_preview_off: "Whether a plus behind the alias shows nothing instead of a preview.",
  "UpdateHostBody.is_preview_off":
    "Whether a plus behind any alias of the hostname shows nothing instead of a preview.",
};
