import { markup, trusted, type Markup } from "./html.ts";
import type { Language } from "./language.ts";
import { toLanguageTag, type Content } from "./layout.ts";
import { drawMark } from "./mark.ts";
import { openButton } from "./message.ts";
import type { ShownDestination } from "../list-destinations.ts";
import { splitUrl } from "../../domain/url-parts.ts";
import type { Texts } from "./text/texts.ts";

/** The facts about a link that a page shows before a visitor follows it. */
interface LinkSummary {
  shortUrl: string;
  /** Empty for none. */
  title: string;
  description: string;
}

export interface Preview extends LinkSummary {
  /** Empty if the preview does not show them. */
  destinations: ShownDestination[];
  /**
   * The QR code as an SVG picture that this program drew, with `viewBox` and without styles, scripts and
   * external references; null if there is none.
   */
  qr: string | null;
  /** The URL of the button: the short URL with the visitor's query, so that it leads to a usual visit. */
  continueUrl: string;
}

export interface Card extends LinkSummary {
  /** Empty if the card does not show it. */
  destinationHost: string;
  /** The URL of the button: the composed Location, or the link itself if the card does not show the destination. */
  location: string;
  /** The hostname of the link. */
  siteName: string;
  /** A picture for the card; empty for none. */
  image: string;
}

export function showPreview(texts: Texts, preview: Preview, language: Language): Content {
  return {
    title: preview.title || withoutScheme(preview.shortUrl),
    mark: drawMark("arrow"),
    main: markup`${summarize(preview)}${tellDestinations(texts, preview.destinations, language)}${openButton(texts, preview.continueUrl)}${preview.qr !== null && drawQr(texts, preview.qr)}`,
  };
}

/** Renders Open Graph tags for chat apps and social networks, Twitter's few tags, and a link for people. */
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
    mark: drawMark("arrow"),
    main: markup`${summarize(card)}${card.destinationHost !== "" && tell(texts.leadsTo, [card.destinationHost])}${openButton(texts, card.location)}`,
  };
}

/** Shows the address above the title, because the owner may write anything as the title. */
function summarize(link: LinkSummary): Markup {
  const address = markup`<bdi dir="ltr">${breakable(withoutScheme(link.shortUrl))}</bdi>`;
  const heading =
    link.title === ""
      ? markup`<h1>${address}</h1>`
      : markup`<p class="soft">${address}</p>
<h1><bdi>${link.title}</bdi></h1>`;
  return markup`${heading}
${link.description !== "" && markup`<p class="soft"><bdi>${link.description}</bdi></p>\n`}`;
}

/** Renders the only destination, or several with their shares, and the destinations that rules choose. */
function tellDestinations(texts: Texts, destinations: ShownDestination[], language: Language): Markup {
  const shared = destinations.filter(({ share }) => share !== null);
  const byRule = destinations.filter(({ share }) => share === null);
  const percent = new Intl.NumberFormat(toLanguageTag(language), {
    style: "percent",
    maximumSignificantDigits: 2,
  });
  const isOne = shared.length === 1;
  const lines = shared.map(({ url, share }) =>
    isOne ? showUrl(url) : markup`<span class="soft">${percent.format(share ?? 0)}</span> ${showUrl(url)}`,
  );
  return markup`${lines.length > 0 && tell(isOne ? texts.leadsTo : texts.leadsToOneOf, lines)}${
    byRule.length > 0 &&
    tell(
      texts.leadsSome,
      byRule.map(({ url }) => showUrl(url)),
    )
  }`;
}

function tell(term: string, lines: (string | Markup)[]): Markup {
  const details = lines.map((line) => markup`<dd>${typeof line === "string" ? hostname(line) : line}</dd>\n`);
  return markup`<dl>
<dt>${term}</dt>
${trusted(details.map(({ html }) => html).join(""))}</dl>
`;
}

const hostname = (host: string): Markup => markup`<bdi dir="ltr">${host}</bdi>`;

/** Renders a URL with its host in bold, because the host shows whose site it is. */
function showUrl(url: string): Markup {
  const { origin, authority } = splitUrl(url);
  const scheme = origin.slice(0, origin.length - authority.length);
  return markup`<bdi dir="ltr" class="url">${scheme}<b>${authority}</b>${breakable(url.slice(origin.length))}</bdi>`;
}

/** Lets an address wrap after its slashes, and not within a word. */
function breakable(address: string): Markup {
  const parts = address.split(/(?<=\/)(?!\/|$)/).map((part) => markup`${part}`.html);
  return trusted(parts.join("<wbr>"));
}

function drawQr(texts: Texts, svg: string): Markup {
  return markup`<figure>
<div class="qr">${trusted(svg)}</div>
<figcaption class="soft">${texts.qrCode}</figcaption>
</figure>
`;
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
