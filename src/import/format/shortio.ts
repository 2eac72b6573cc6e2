import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { toLinkSources, type Item } from "../item.ts";
import type { Draft } from "../row.ts";
import { parseCode, splitLink } from "../value.ts";

/** A parameter of the destination, which visitors do not see. */
const NO_MERGE = /([?&])shortio_nomerge=1(?:&|(?=#|$))/;

/** Returns a destination of Short.io, which passes the visitor's query on unless the link or a parameter forbids it. */
function toTarget(written: string, skipsQuery: boolean): Pick<Draft, "target" | "forwardQuery"> {
  const target = written.replace(NO_MERGE, (found, mark: string) => (found.endsWith("&") ? mark : ""));
  return { target, forwardQuery: !skipsQuery && target === written };
}

/** The share that Short.io stores is the share of the second destination. */
function toSplit(target: string, percent: number): Draft["split"] {
  return target.trim() === "" ? undefined : { target, routing: `weighted:${100 - percent},${percent}` };
}

function toCode(text: string): ReturnType<typeof parseCode> {
  return text === "" ? {} : parseCode(text);
}

export const shortioCsv = csvFormat({
  key: "shortio-csv",
  label: "Short.io (dashboard), CSV",
  header: ["shorturl", "originalurl", "originalpath"],
  names: {
    link: "shorturl",
    title: "title",
    tags: "tags",
    createdAt: "createdAt",
    expires: "expiresAt",
    clicks: "clicks",
  },
  toDraft: (row) => toTarget(row.text("originalurl"), false),
});

const UTM = ["utmsource", "utmmedium", "utmcampaign", "utmterm", "utmcontent"];

export const shortioTsv = csvFormat({
  key: "shortio-tsv",
  label: "Short.io (API client), TSV",
  header: (columns) =>
    columns.has("shorturl") &&
    columns.has("originalurl") &&
    (columns.has("clickslimit") || columns.has("path")),
  delimiter: "\t",
  names: {
    link: "shorturl",
    title: "title",
    tags: "tags",
    expires: ["expire_at"],
    expiredUrl: "expireurl",
    password: "password",
    ios: "iphoneurl",
    android: "androidurl",
  },
  toDraft: (row) => {
    const code = toCode(row.text("redirecttype"));
    if ("reason" in code) return code;
    const percent = Number(row.text("splitpercent"));
    const isShare = row.text("spliturl") === "" || (percent >= 0 && percent <= 100);
    if (!isShare) return { reason: refuse("file_condition", { words: "split_percent" }) };
    const limit = Number(row.text("clickslimit") || "0");
    if (!Number.isSafeInteger(limit)) return { reason: refuse("file_condition", { words: "clicks_limit" }) };
    const folder = row.text("foldername");
    return {
      ...toTarget(row.text("originalurl"), row.is("skipqs")),
      split: toSplit(row.text("spliturl"), percent),
      maxClicks: limit,
      warnings: [
        limit > 0 && refuse("file_limit_from_now"),
        row.is("archived") && refuse("file_archived"),
        folder !== "" &&
          refuse("file_not_carried", { words: refuse("file_what_folder_named", { name: folder }) }),
        UTM.some((name) => row.text(name) !== "") && refuse("file_utm"),
      ],
      ...(row.is("cloaking") ? { type: "frame" as const } : code),
    };
  },
});

function toSources(link: Item): Draft["sources"] {
  const written = link.text(["secureShortURL", "shortURL"]);
  const path = link.value("path");
  const host = splitLink(written)?.host;
  if (host === undefined || typeof path !== "string") return toLinkSources(written);
  return [{ kind: "alias", host, slug: path }];
}

export const shortioJson = jsonFormat({
  key: "shortio-json",
  label: "Short.io (API), JSON",
  path: "links",
  members: ["originalURL"],
  names: {
    title: "title",
    tags: "tags",
    createdAt: "createdAt",
    expires: "expiresAt",
    expiredUrl: "expiredURL",
    password: "password",
    ios: "iphoneURL",
    android: "androidURL",
  },
  toDraft: (link) => {
    const code = toCode(link.cell("redirectType"));
    if ("reason" in code) return code;
    const percent = Number(link.value("splitPercent") ?? 0);
    if (!(percent >= 0 && percent <= 100))
      return { reason: refuse("file_condition", { words: "splitPercent" }) };
    const hasPhones = `${link.text("iphoneURL")}${link.text("androidURL")}`.trim() !== "";
    const isLocked = link.is("hasPassword") && link.text("password").trim() === "";
    return {
      sources: toSources(link),
      ...toTarget(link.text("originalURL"), link.is("skipQS")),
      split: toSplit(link.text("splitURL"), percent),
      ...(isLocked && { password: { kind: "absent" } }),
      warnings: [
        link.is("archived") && refuse("file_archived"),
        link.moment("FolderId") !== undefined &&
          refuse("file_not_carried", { words: refuse("file_what_folder") }),
        hasPhones && refuse("file_unverified", { words: refuse("file_what_ipads") }),
      ],
      ...(link.is("cloaking") ? { type: "frame" as const } : code),
    };
  },
});
