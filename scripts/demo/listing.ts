import { DEMO_LINKS, DEMO_REDIRECTS, LINK_HOST, SITE_HOST } from "./records.ts";

/** A link that can be clicked, and what it shows. */
interface Entry {
  url: string;
  description: string;
}

/** The links of the demo, each with its description beside it. */
export function listDemo(port: number): string {
  const links = DEMO_LINKS.map(({ alias, visit, description }) => ({
    url: `http://${LINK_HOST}:${port}${visit ?? `/${alias}`}`,
    description,
  }));
  const redirects = DEMO_REDIRECTS.map(({ path, visit, description }) => ({
    url: `http://${SITE_HOST}:${port}${visit ?? path}`,
    description,
  }));
  return ["Short links", ...toLines(links), "", "Redirects of an old site", ...toLines(redirects)].join("\n");
}

function toLines(entries: Entry[]): string[] {
  const width = Math.max(...entries.map(({ url }) => url.length));
  return entries.map(({ url, description }) => `  ${url.padEnd(width)}  ${description}`);
}
