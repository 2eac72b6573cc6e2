import { markup, trusted, type Markup } from "./html.ts";
import type { Language } from "./language.ts";
import { toDirection, toLanguageTag } from "./layout.ts";

/** A page that shows the destination in a full-window frame (contract 3.9, type `frame`). */
export interface Frame {
  location: string;
  /** Empty if there is none. */
  title: string;
  description: string;
}

const STYLE =
  "html,body,main,iframe{margin:0;border:0;width:100%;height:100%;display:block}h1{position:absolute;clip-path:inset(50%)}";

/** The hash of STYLE for the Content-Security-Policy. A test compares them. */
export const FRAME_STYLE_HASH = "sha256-p7IdE0tu03p1M4w5TMS3rYVslRf/5TctQiIa8+qjGEA=";

/** Renders the frame. Its heading tells screen readers what the frame shows. */
export function showFrame(frame: Frame, language: Language): Markup {
  const title = frame.title || frame.location;
  const description = markup`<meta name="description" content="${frame.description}">\n`;
  return markup`<!doctype html>
<html lang="${toLanguageTag(language)}" dir="${toDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${frame.description !== "" && description}<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<h1><bdi>${title}</bdi></h1>
<iframe src="${frame.location}" title="${title}" allow="fullscreen"></iframe>
</main>
</body>
</html>
`;
}
