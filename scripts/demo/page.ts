import type { DemoEntry } from "./listing.ts";
import type { Received } from "../support/send.ts";

/** A link of the demo with its answer; null if the worker did not answer. */
export type VisitedEntry = DemoEntry & { answer: Pick<Received, "status" | "location"> | null };

export function demoPage(entries: VisitedEntry[], admin: string): string {
  const groups = [...Map.groupBy(entries, ({ group }) => group)].map(
    ([group, members]) => `<h2>${escapeHtml(group)}</h2>
<table><tr><th>Link<th>What it shows<th>Status<th>Location</tr>
${members.map(toRow).join("\n")}
</table>`,
  );
  return page(
    "The demo of Signpost",
    `<p>Each link was just asked for, as a visitor does: this is what it answers. The password is <code>signpost</code>.</p>
${groups.join("\n")}
<p><a href="${escapeHtml(admin)}">The admin host</a> · <a href="/README.md">README</a> · <a href="/docs/api.md">API</a> ·
<a href="/docs/behaviour.md">Behaviour</a> · <a href="/docs/operating.md">Operating</a></p>`,
  );
}

function toRow({ url, description, answer }: VisitedEntry): string {
  const { host, pathname, search } = new URL(url);
  const shown = `${host.split(":")[0]}${decodeURI(pathname)}${search}`;
  const cells = [
    `<a href="${escapeHtml(url)}">${escapeHtml(shown)}</a>`,
    escapeHtml(description),
    String(answer?.status ?? "no answer"),
    `<code>${escapeHtml(answer?.location ?? "")}</code>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}`).join("")}</tr>`;
}

interface Arrival {
  method: string;
  url: string;
  headers: [name: string, value: string][];
}

/** Returns the page at the end of a redirect, which shows the request that arrived. */
export function echoPage({ method, url, headers }: Arrival): string {
  const { pathname, searchParams } = new URL(url);
  const parameters = [...searchParams].map(([name, value]) => [name, value] as const);
  return page(
    `You have arrived at ${pathname}`,
    `<p>This page stands for the destination of a link. <code>npm start</code> serves it.</p>
<table><tr><th>Method<td><code>${escapeHtml(method)}</code></tr>
<tr><th>URL<td><code>${escapeHtml(url)}</code></tr>
${toRows("Parameter", parameters)}${toRows("Header", headers)}</table>
<p><a href="/">All links of the demo</a></p>`,
  );
}

function toRows(kind: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(
      ([name, value]) =>
        `<tr><th>${kind} <code>${escapeHtml(name)}</code><td><code>${escapeHtml(value)}</code></tr>\n`,
    )
    .join("");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse }
th, td { text-align: start; vertical-align: top; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #8884 }
code { overflow-wrap: anywhere }
</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
