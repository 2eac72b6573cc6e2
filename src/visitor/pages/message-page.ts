import { escapeHtml } from "./html.ts";

/** The page for everything that is no redirect: one sentence, and what to do about it. */

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:2rem 1.5rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
p{margin:0}`;

/** Of STYLE: `openssl dgst -sha256 -binary | base64`. A test compares them. */
export const STYLE_HASH = "sha256-CQmcJ6krXUV415FQpTZN9SpeKCEc8IwB8EwfeVg/YS8=";

export const MESSAGE_POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function messagePage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</html>
`;
}
