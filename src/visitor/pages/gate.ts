import { markup } from "./html.ts";
import type { Content } from "./layout.ts";
import { drawMark } from "./mark.ts";
import type { Texts } from "./text/texts.ts";

export interface Gate {
  /** True after a wrong password. */
  isWrong: boolean;
  /** The title of the record, if its owner shows it. */
  linkTitle?: string;
  /** The hostname of the link, if the page has the look of its owner. */
  host?: string;
}

/**
 * Renders the form that asks for a link's password (contract 5). It has no action, so that browsers send it to
 * its own URL with the query. `autocomplete` lets password managers fill the field (WCAG 2.2, 3.3.8).
 */
export function askPassword(texts: Texts, { isWrong, linkTitle = "", host = "" }: Gate): Content {
  const { title, text } = texts.gate;
  const wrong = markup`<p class="wrong" id="wrong" role="alert">${texts.wrongPassword}</p>\n`;
  return {
    // A screen reader reads the title first.
    title: isWrong ? `${texts.wrongPassword} ${title}` : title,
    mark: drawMark("lock"),
    main: markup`<h1>${title}</h1>
${linkTitle !== "" && markup`<p class="what"><bdi>${linkTitle}</bdi></p>\n`}${host !== "" && markup`<p class="soft"><bdi dir="ltr">${host}</bdi></p>\n`}<p id="text">${text}</p>
<form method="post">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus aria-describedby="${isWrong ? "wrong" : "text"}"${isWrong && markup` aria-invalid="true"`}>
${isWrong && wrong}<button class="button">${texts.openLink}</button>
</form>
<p class="soft action">${texts.askSource}</p>
`,
  };
}
