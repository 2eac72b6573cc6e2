import type * as v from "valibot";
import type { ReportShape } from "../schema/report-shape.ts";
import { escapeHtml as text } from "../../runtime/escape-html.ts";
import css from "./report.css.txt";

type Report = v.InferOutput<typeof ReportShape>;

/** Renders the page of a report (contract 31.14): one file without scripts, to print or pass on. Loaded on demand. */

/** Returns the page. A nonce allows its style. */
export function renderReport(report: Report): Response {
  const nonce = crypto.randomUUID();
  return new Response(toPage(report, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-modals`,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function toPage(report: Report, nonce: string): string {
  const { host, workspace, made_at, dns, certificate, records } = report;
  const date = made_at.slice(0, 10);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(host)}: redirect report of ${date}</title>
<style nonce="${nonce}">${css}</style>
<header><h1>${text(host)}</h1><p>Redirect report of ${date}, for ${text(workspace)}</p></header>
<main>
${factsOf(report)}
<h2>DNS and certificate</h2>
<p>${dnsText(dns)} ${certificateText(certificate, dns.correct)}</p>
${list([...dns.errors, ...certificate.errors])}
${dns.correct ? "" : `<p>DNS needs:</p>${list(dns.require)}`}
${coveragePart(report)}
${missesPart(report)}
${chainsPart(report)}
${deadPart(report)}
${unvisitedPart(report)}
</main>
<footer>${number(records.total)} ${records.total === 1 ? "record" : "records"} on this hostname${records.paused > 0 ? `, ${number(records.paused)} of them paused` : ""}. Made at ${minuteOf(made_at)}.</footer>
</html>
`;
}

function factsOf({
  coverage,
  dns,
  certificate,
  chains,
  dead_targets: dead,
  misses,
  unvisited,
}: Report): string {
  const fact = (value: string, what: string, isGood: boolean | null) =>
    `<li${isGood === null ? "" : ` class="${isGood ? "good" : "bad"}"`}><b>${value}</b><span>${what}</span></li>`;
  const percent =
    coverage === null || coverage.total === 0
      ? []
      : [
          fact(
            percentOf(coverage.counts.covered, coverage.total),
            `of ${number(coverage.total)} checked ${coverage.total === 1 ? "URL" : "URLs"} covered`,
            coverage.counts.covered === coverage.total,
          ),
        ];
  const isIssued = certificate.issued_at !== null;
  return `<ul class="facts">${[
    ...percent,
    dns.checked_at === null
      ? fact("Not checked yet", "DNS", null)
      : fact(dns.correct ? "Correct" : "Wrong", "DNS", dns.correct),
    fact(isIssued ? "Issued" : "None", "certificate", certificate.requested ? isIssued : null),
    fact(number(misses.paths), "missed paths, open", misses.setting === "off" ? null : misses.paths === 0),
    fact(count(chains.count, chains.is_complete), "redirects in chains", chains.count === 0),
    fact(number(dead.records), "with dead targets", dead.records === 0),
    fact(number(unvisited.count), "without visits for 28 days", null),
  ].join("")}</ul>`;
}

function dnsText({ correct, held, checked_at }: Report["dns"]): string {
  const checked =
    checked_at === null
      ? "DNS was not checked yet."
      : `DNS ${correct ? "leads here" : "does not lead here"}. It was checked at ${minuteOf(checked_at)}.`;
  const holds = held
    ? ""
    : " The hostname is not answered for this workspace yet: its DNS has to prove it first.";
  return `${checked}${holds}`;
}

function certificateText(
  { requested, issued_at, renews_at }: Report["certificate"],
  isCorrect: boolean,
): string {
  if (!requested) return "No certificate is wanted.";
  if (issued_at === null)
    return `A certificate is not issued yet${isCorrect ? "" : ": it follows when DNS leads here"}.`;
  const renews = renews_at === null ? "" : ` It is renewed by ${renews_at.slice(0, 10)}.`;
  return `The certificate was issued on ${issued_at.slice(0, 10)}.${renews}`;
}

function coveragePart({ coverage }: Report): string {
  if (coverage === null)
    return part("Checked URLs", "No check of this hostname's URLs has run in the last 30 days.");
  const { total, counts, sample, finished_at } = coverage;
  const others = Object.entries(counts).filter(([result, urls]) => result !== "covered" && urls > 0);
  const says = `The check of ${minuteOf(finished_at)} had ${count(total, true)} ${total === 1 ? "URL" : "URLs"} of this hostname: ${[
    ["covered", counts.covered] as const,
    ...others,
  ]
    .map(([result, urls]) => `${number(urls)} ${result}`)
    .join(", ")}.`;
  if (others.length === 0) return part("Checked URLs", says);
  const rows = sample.map(({ url, result, reason }) => [text(url), result, text(reason)]);
  return part("Checked URLs", says, table(["URL", "Result", "Reason"], rows, total - counts.covered));
}

function missesPart({ misses }: Report): string {
  const { setting, paths, people, crawlers, sample } = misses;
  if (setting === "off") return part("Missed paths", "Missed paths are not kept for this hostname.");
  if (paths === 0) {
    return part("Missed paths", "Nobody has asked in vain for a path of this hostname in the last 30 days.");
  }
  const asked = `${number(people)} visits by people and ${number(crawlers)} by search engines`;
  const rows = sample.map(({ path, people: own, crawlers: ofSearch, suggestions }) => [
    text(path),
    number(own),
    number(ofSearch),
    text(suggestions?.[0]?.destination ?? ""),
  ]);
  return part(
    "Missed paths",
    `In the last 30 days visitors asked for ${number(paths)} ${paths === 1 ? "path" : "paths"} that no redirect answers: ${asked}. A suggestion is a page that is most likely meant.`,
    table(["Path", "#People", "#Search", "Suggestion"], rows, paths),
  );
}

function chainsPart({ chains }: Report): string {
  if (chains.count === 0)
    return part("Chains", "Every redirect that was looked at leads to its end in one hop.");
  const rows = chains.sample.map(({ source, hops }) => [text(source), hops.map(text).join("<br>→ ")]);
  return part(
    "Chains",
    `Visitors of ${count(chains.count, chains.is_complete)} ${chains.count === 1 ? "redirect" : "redirects"} are redirected again. Each hop costs time, and search engines follow a few only.`,
    table(["Source", "Hops"], rows, chains.count),
  );
}

function deadPart({ dead_targets: dead }: Report): string {
  if (dead.records === 0)
    return part("Dead targets", "The monitor knows no destination that does not answer.");
  const rows = dead.sample.map(({ source, destination, reason }) => [
    text(source),
    text(destination),
    text(reason ?? ""),
  ]);
  return part(
    "Dead targets",
    `The destinations of ${number(dead.records)} ${dead.records === 1 ? "record" : "records"} failed three checks in a row.`,
    table(["Source", "Destination", "Reason"], rows, dead.records),
  );
}

function unvisitedPart({ unvisited }: Report): string {
  if (unvisited.count === 0)
    return part("Without visits", "Every record older than 28 days was visited since.");
  const rows = unvisited.sample.map((source) => [text(source)]);
  const one = unvisited.count === 1;
  return part(
    "Without visits",
    `${number(unvisited.count)} ${one ? "record" : "records"} older than 28 days had no visit since.`,
    table(["Source"], rows, unvisited.count),
  );
}

const part = (title: string, says: string, body = ""): string => `<h2>${title}</h2>\n<p>${says}</p>\n${body}`;

/** Renders a table. A name that begins with `#` marks a column of numbers. */
function table(names: string[], rows: string[][], total: number): string {
  const isNumber = names.map((name) => name.startsWith("#"));
  const plain = names.map((name) => name.replace("#", ""));
  const head = plain.map(
    (name, at) => `<th scope="col"${isNumber[at] === true ? ' class="n"' : ""}>${name}</th>`,
  );
  const cell = (value: string, at: number) =>
    isNumber[at] === true ? `<td class="n" data-name="${plain[at]}">${value}</td>` : `<td>${value}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`);
  const more = total > rows.length ? `<p class="more">And ${number(total - rows.length)} more.</p>` : "";
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>${more}`;
}

function list(items: string[]): string {
  return items.length === 0
    ? ""
    : `<ul class="plain">${items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;
}

const number = (value: number): string => value.toLocaleString("en-US");
const count = (value: number, isComplete: boolean): string => `${number(value)}${isComplete ? "" : "+"}`;
const minuteOf = (timestamp: string): string => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;

/** Returns a percentage, rounded down, so that 100 means that all is covered. */
function percentOf(covered: number, total: number): string {
  return `${Math.floor((1_000 * covered) / total) / 10} %`;
}
