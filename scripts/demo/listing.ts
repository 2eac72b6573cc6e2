import { demoLinks, demoRedirects, LINK_HOST, SITE_HOST } from "./records.ts";

/** A link that can be clicked, and what it shows. */
export interface DemoEntry {
  group: string;
  url: string;
  description: string;
}

/** Returns the links of the demo. @param port of the worker */
export function listDemo(port: number): DemoEntry[] {
  const links = demoLinks("").map(({ alias, visit, description }) => ({
    group: "Short links",
    url: `http://${LINK_HOST}:${port}${visit ?? `/${alias}`}`,
    description,
  }));
  const redirects = demoRedirects("").map(({ path, visit, description }) => ({
    group: "Redirects of an old site",
    url: `http://${SITE_HOST}:${port}${visit ?? path}`,
    description,
  }));
  return [...links, ...redirects];
}

/** Returns the links as text, each followed by its description. */
export function toText(entries: DemoEntry[]): string {
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [...groups].map(([group, members]) => [group, ...toLines(members)].join("\n")).join("\n\n");
}

function toLines(entries: DemoEntry[]): string[] {
  const width = Math.max(...entries.map(({ url }) => url.length));
  return entries.map(({ url, description }) => `  ${url.padEnd(width)}  ${description}`);
}
