import { escapeHtml } from "./html.ts";

/** A page that shows the destination in a full-window frame (section 3, type `frame`). */

const STYLE = "html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}";

/** Of STYLE; a test compares them. */
export const FRAME_STYLE_HASH = "sha256-Apyktckb/ejvW5DD4ynkj/+N2CGpcPZ9BpOdXuy4prk=";

export const FRAME_POLICY = `default-src 'none'; style-src '${FRAME_STYLE_HASH}'; frame-src http: https:; base-uri 'none'; form-action 'none'`;

export function framePage(location: string, title: string, description: string): string {
  const shownTitle = escapeHtml(title || location);
  return `<!doctype html>
<html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shownTitle}</title>
<meta name="description" content="${escapeHtml(description)}">
<style>${STYLE}</style>
<iframe src="${escapeHtml(location)}" title="${shownTitle}" allow="fullscreen"></iframe>
</html>
`;
}
