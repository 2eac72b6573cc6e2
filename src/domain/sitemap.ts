import { refuse } from "./refusal/refusal.ts";
import { accepted, refused, type Parsed } from "./field-error.ts";

/** Parses sitemaps as workspaces upload them (contract 31.10): XML, or a list with a URL in each line. */

const MAX_SITEMAP_URLS = 100_000;
const MAX_URL_CHARACTERS = 2_048;

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

export function parseSitemap(text: string): Parsed<string[]> {
  const isXml = /^\s*</.test(text);
  if (isXml && /<sitemapindex[\s>]/i.test(text)) {
    return refused("sitemap_index");
  }
  const found = isXml ? readLocations(text) : text.split(/\r?\n/);
  const urls = new Set<string>();
  for (const [index, entry] of found.entries()) {
    const url = entry.trim();
    if (url === "" || (!isXml && url.startsWith("#"))) continue;
    const where = isXml ? `URL ${index + 1}` : refuse("sitemap_line", { line: index + 1 });
    if (url.length > MAX_URL_CHARACTERS)
      return refused("sitemap_long", { words: where, count: MAX_URL_CHARACTERS });
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return refused("sitemap_http", { words: where });
    urls.add(url);
    if (urls.size > MAX_SITEMAP_URLS) return refused("sitemap_many", { count: MAX_SITEMAP_URLS });
  }
  return urls.size === 0 ? refused("sitemap_none") : accepted([...urls]);
}

const CDATA = "<![CDATA[";

/** Returns the texts of the elements `loc`. Reads any text once, so that the time is linear. */
function readLocations(text: string): string[] {
  const found: string[] = [];
  const lower = text.toLowerCase();
  for (let at = lower.indexOf("<loc"); at >= 0; at = lower.indexOf("<loc", at)) {
    const isElement = /[\s>]/.test(lower[at + 4] ?? "");
    const start = lower.indexOf(">", at) + 1;
    const end = start === 0 ? -1 : lower.indexOf("</loc", start);
    if (end < 0) break;
    at = isElement ? end : at + 4;
    if (!isElement) continue;
    const content = text.slice(start, end).trim();
    const isRaw = content.startsWith(CDATA) && content.endsWith("]]>");
    found.push(isRaw ? content.slice(CDATA.length, -3) : unescape(content));
  }
  return found;
}

function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
