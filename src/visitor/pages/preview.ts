import { markup, trusted, type Markup } from "./html.ts";
import type { Content } from "./layout.ts";
import { drawMark } from "./mark.ts";
import { openButton } from "./message.ts";
import type { Texts } from "./text/texts.ts";

/** The facts about a link that a page shows before a visitor follows it. */
interface LinkSummary {
  /** The whole short URL, as people write it. */
  shortUrl: string;
  /** Empty for none. */
  title: string;
  description: string;
  /** Empty where it is not told. */
  destinationHost: string;
}

export interface Preview extends LinkSummary {
  /**
   * An SVG picture of the QR code that this program drew, with `viewBox` and without styles, scripts and
   * references to anything outside; null for none.
   */
  qr: string | null;
  /** The URL of the button: the short URL itself, so that its visit is one like any other. */
  continueUrl: string;
}

export interface Card extends LinkSummary {
  /** What the button leads to: the composed destination, or the link itself where that is not told. */
  location: string;
  /** The hostname of the link. */
  siteName: string;
  /** A picture for the card; empty for none. */
  image: string;
}

/** Renders the preview: where a link leads. */
export function showPreview(texts: Texts, preview: Preview): Content {
  return {
    title: preview.title || withoutScheme(preview.shortUrl),
    main: markup`${summarize(texts, preview)}${openButton(texts, preview.continueUrl)}${preview.qr !== null && drawQr(texts, preview.qr)}`,
  };
}

/** Renders Open Graph tags for chat apps and social networks, and a link for people. Twitter has few of its own. */
export function describeLink(texts: Texts, card: Card): Content {
  const title = card.title || card.destinationHost || withoutScheme(card.shortUrl);
  const picture = markup`<meta property="og:image" content="${card.image}">
<meta name="twitter:image" content="${card.image}">
`;
  const description = markup`<meta name="description" content="${card.description}">
<meta property="og:description" content="${card.description}">
`;
  return {
    title,
    head: markup`<meta property="og:type" content="website">
<meta property="og:url" content="${card.shortUrl}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${card.siteName}">
<meta name="twitter:card" content="${card.image === "" ? "summary" : "summary_large_image"}">
<meta name="twitter:title" content="${title}">
${card.image !== "" && picture}${card.description !== "" && description}`,
    main: markup`${summarize(texts, card)}${openButton(texts, card.location)}`,
  };
}

/** Shows the address above the title, because the owner may write anything as the title. */
function summarize(texts: Texts, link: LinkSummary): Markup {
  const address = markup`<bdi dir="ltr">${withoutScheme(link.shortUrl)}</bdi>`;
  const heading =
    link.title === ""
      ? markup`<h1>${address}</h1>`
      : markup`<p class="soft">${address}</p>
<h1><bdi>${link.title}</bdi></h1>`;
  return markup`${drawMark("arrow")}${heading}
${link.description !== "" && markup`<p class="soft"><bdi>${link.description}</bdi></p>\n`}${link.destinationHost !== "" && tellHost(texts, link.destinationHost)}`;
}

function tellHost(texts: Texts, host: string): Markup {
  return markup`<dl>
<dt>${texts.leadsTo}</dt>
<dd><bdi dir="ltr">${host}</bdi></dd>
</dl>
`;
}

function drawQr(texts: Texts, svg: string): Markup {
  return markup`<figure>
<div class="qr" role="img" aria-label="${texts.qrCode}">${trusted(svg)}</div>
<figcaption class="soft" aria-hidden="true">${texts.qrCode}</figcaption>
</figure>
`;
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
