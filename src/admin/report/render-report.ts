import { fillText, type Texts } from "../../domain/fill-text.ts";
import { escapeHtml } from "../../runtime/escape-html.ts";
import type { HostReport } from "../../services/host/get-host-report.ts";
import { toReportShape } from "../serialize/report.ts";
import type { AdminContext } from "../request-context.ts";
import { fetchStaticFile } from "../static-file.ts";
import { speakIn, type ReportText, type Speech } from "./speak.ts";

/**
 * Renders the page of a report in the language of its reader (contract 31.14): one file without scripts, to print or
 * pass on. Loaded on demand.
 */

/** What `scripts/static/report.ts` makes for a language. */
export interface ReportFile {
  /** The page, with its texts and its style. `{name}` stands for a part. */
  page: string;
  texts: Texts;
}

type Report = ReturnType<typeof toReportShape>;

/**
 * Returns the page. A nonce allows its style.
 * @throws HttpError 503 if the platform does not answer with the texts
 */
export async function renderReport(c: AdminContext, found: HostReport, language: string): Promise<Response> {
  const nonce = crypto.randomUUID();
  const file = await fetchStaticFile(c, `/report/${language}.json`);
  const { page, texts } = await file.json<ReportFile>();
  const speech = speakIn(language, texts);
  // The monitor stores its reasons without codes.
  for (const { reason } of found.deadTargets.sample) if (reason !== null) speech.markEnglish(reason);
  const report = toReportShape(found, speech.sayReason);
  return new Response(fillText(page, { ...partsOf(report, speech), nonce }, language), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-modals`,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Returns the values of the page's template, as HTML. */
function partsOf(report: Report, speech: Speech): Record<string, string> {
  const { host, workspace, made_at, dns, certificate, records } = report;
  const { t, reason } = speech;
  const list = (items: string[]) => items.map((item) => `<li>${reason(item)}</li>`).join("");
  const problems = list([...dns.errors, ...certificate.errors]);
  const total = t("records", { count: records.total });
  return {
    language: speech.language,
    host: escapeHtml(host),
    workspace: escapeHtml(workspace),
    date: speech.day(made_at),
    moment: speech.moment(made_at),
    facts: factsOf(report, speech),
    dns: dnsText(dns, speech),
    certificate: certificateText(certificate, dns.correct, speech),
    problems: problems && `<ul class="plain">${problems}</ul>`,
    needs: dns.correct ? "" : `<p>${t("dns.needs")}</p><ul class="plain">${list(dns.require)}</ul>`,
    coverage: coveragePart(report, speech),
    misses: missesPart(report, speech),
    chains: chainsPart(report, speech),
    dead: deadPart(report, speech),
    unvisited: unvisitedPart(report, speech),
    records: records.paused > 0 ? total + t("paused", { count: records.paused }) : total,
  };
}

function factsOf(
  { coverage, dns, certificate, chains, dead_targets: dead, misses, unvisited }: Report,
  { t, number }: Speech,
): string {
  const fact = (value: string, what: string, isGood: boolean | null) =>
    `<li${isGood === null ? "" : ` class="${isGood ? "good" : "bad"}"`}><b>${value}</b><span>${what}</span></li>`;
  const isIssued = certificate.issued_at !== null;
  const state = stateOf(dns);
  return [
    coverage === null || coverage.total === 0
      ? ""
      : fact(
          // Rounded down, so that 100 means that all is covered.
          `${number(Math.floor((1_000 * coverage.counts.covered) / coverage.total) / 10)} %`,
          t("fact.covered", { count: coverage.total }),
          coverage.counts.covered === coverage.total,
        ),
    fact(t(`fact.${state}`), t("fact.dns"), state === "correct" ? true : state === "wrong" ? false : null),
    fact(
      t(isIssued ? "fact.issued" : "fact.none"),
      t("fact.certificate"),
      certificate.requested ? isIssued : null,
    ),
    fact(number(misses.paths), t("fact.misses"), misses.setting === "off" ? null : misses.paths === 0),
    fact(countOf(chains, number), t("fact.chains"), chains.count === 0),
    fact(number(dead.records), t("fact.dead"), dead.records === 0),
    fact(number(unvisited.count), t("fact.unvisited"), null),
  ].join("");
}

function dnsText(dns: Report["dns"], { t, moment }: Speech): string {
  const checked = t(`dns.${stateOf(dns)}`, { moment: dns.checked_at === null ? "" : moment(dns.checked_at) });
  return dns.held ? checked : `${checked} ${t("dns.unproven")}`;
}

/** A check to which DNS gave no answer says only that the last state stays. */
function stateOf({
  correct,
  checked_at,
  codes,
}: Report["dns"]): "correct" | "wrong" | "unchecked" | "unknown" {
  if (correct) return "correct";
  if (checked_at === null) return "unchecked";
  return codes.some(({ code }) => code === "last_check") ? "unknown" : "wrong";
}

function certificateText(
  { requested, issued_at, renews_at }: Report["certificate"],
  isCorrect: boolean,
  { t, day }: Speech,
): string {
  if (!requested) return t("certificate.none");
  if (issued_at === null) return t(isCorrect ? "certificate.later" : "certificate.waits");
  const issued = t("certificate.issued", { date: day(issued_at) });
  return renews_at === null ? issued : `${issued} ${t("certificate.renews", { date: day(renews_at) })}`;
}

function coveragePart({ coverage }: Report, speech: Speech): string {
  const { t, number, plain, moment, reason } = speech;
  if (coverage === null) return paragraph(t("coverage.none"));
  const { total: count, counts, sample, finished_at } = coverage;
  const results = Object.entries(counts)
    .filter(([result, urls]) => result === "covered" || urls > 0)
    .map(([result, urls]) => `${number(urls)} ${plain(`result.${result as keyof typeof counts}`)}`);
  const says = t("coverage.text", { moment: moment(finished_at), count, results: results.join(", ") });
  if (count === counts.covered) return paragraph(says);
  const rows = sample.map((row) => [escapeHtml(row.url), t(`result.${row.result}`), reason(row.reason)]);
  return paragraph(says) + table(["url", "result", "reason"], rows, count - counts.covered, speech);
}

function missesPart({ misses }: Report, speech: Speech): string {
  const { t, number } = speech;
  const { setting, paths: count, people, crawlers, sample } = misses;
  if (setting === "off") return paragraph(t("misses.off"));
  if (count === 0) return paragraph(t("misses.none"));
  const rows = sample.map((missed) => [
    escapeHtml(missed.path),
    number(missed.people),
    number(missed.crawlers),
    escapeHtml(missed.suggestions?.[0]?.destination ?? ""),
  ]);
  return (
    paragraph(`${t("misses.text", { count, people, crawlers })} ${t("misses.why")}`) +
    table(["path", "#people", "#search", "suggestion"], rows, count, speech)
  );
}

function chainsPart({ chains }: Report, speech: Speech): string {
  const { t, number } = speech;
  const { count, sample } = chains;
  if (count === 0) return paragraph(t("chains.none"));
  const says = `${t("chains.text", { count, number: countOf(chains, number) })} ${t("chains.why")}`;
  const rows = sample.map(({ source, hops }) => [escapeHtml(source), hops.map(escapeHtml).join("<br>→ ")]);
  return paragraph(says) + table(["source", "hops"], rows, count, speech);
}

function deadPart({ dead_targets: dead }: Report, speech: Speech): string {
  const { t, reason } = speech;
  if (dead.records === 0) return paragraph(t("dead.none"));
  const rows = dead.sample.map((target) => [
    escapeHtml(target.source),
    escapeHtml(target.destination),
    reason(target.reason ?? ""),
  ]);
  const says = paragraph(t("dead.text", { count: dead.records }));
  return says + table(["source", "destination", "reason"], rows, dead.records, speech);
}

function unvisitedPart({ unvisited: { count, sample } }: Report, speech: Speech): string {
  const { t } = speech;
  if (count === 0) return paragraph(t("unvisited.none"));
  const rows = sample.map((source) => [escapeHtml(source)]);
  return paragraph(t("unvisited.text", { count })) + table(["source"], rows, count, speech);
}

const paragraph = (says: string): string => `<p>${says}</p>`;

/**
 * Draws a table.
 * @param columns `#` marks a column of numbers
 * @param total the number of rows, of which some are shown
 */
function table(columns: string[], rows: string[][], total: number, { t }: Speech): string {
  const isNumber = columns.map((name) => name.startsWith("#"));
  const names = columns.map((name) => t(`column.${name.replace("#", "")}` as ReportText));
  const head = names.map(
    (name, at) => `<th scope="col"${isNumber[at] === true ? ' class="n"' : ""}>${name}</th>`,
  );
  const cell = (value: string, at: number) =>
    isNumber[at] === true ? `<td class="n" data-name="${names[at]}">${value}</td>` : `<td>${value}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`);
  const more = total > rows.length ? `<p class="more">${t("more", { count: total - rows.length })}</p>` : "";
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>${more}`;
}

/** The chains are counted among the first records of a hostname only. */
function countOf({ count, is_complete }: Report["chains"], number: (value: number) => string): string {
  return `${number(count)}${is_complete ? "" : "+"}`;
}
