import { markup, type Markup } from "./html.ts";
import type { Content } from "./layout.ts";
import { drawMark, type Mark } from "./mark.ts";
import type { Message, Texts } from "./text/texts.ts";

/** Renders a page that says what is wrong and what to do about it. */
export function sayMessage({ title, text }: Message, advice: string, mark: Mark, action?: Markup): Content {
  return {
    title,
    mark: drawMark(mark),
    main: markup`<h1>${title}</h1>
<p>${text}</p>
${advice !== "" && markup`<p class="soft">${advice}</p>\n`}${action ?? false}`,
  };
}

/** Renders a button that requests the same URL again, with GET. */
export function reloadButton(texts: Texts): Markup {
  return openButton(texts, "");
}

export function openButton(texts: Texts, url: string): Markup {
  return markup`<p class="action"><a class="button" href="${url}">${texts.openLink}</a></p>\n`;
}
