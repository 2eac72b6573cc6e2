import { SAFE_HEADERS } from "../../admin/error.ts";
import { escapeHtml } from "../../runtime/escape-html.ts";

/** Writes the answers of YOURLS's API (contract 35.8). */

/** A member of an answer: a text, a number, or more members. */
type Member = string | number | { [name: string]: Member };

export interface YourlsAnswer {
  message?: string;
  /** The answer in the format `simple`. */
  simple?: string;
  statusCode?: string;
  errorCode?: string;
  [name: string]: Member | undefined;
}

export function statusOf({ statusCode, errorCode }: YourlsAnswer): number {
  return Number(statusCode ?? errorCode ?? 200);
}

/** Returns an answer in a format. As in YOURLS, an unknown one is `simple`; `jsonp` is only refused, which is JSON. */
export function toResponse(
  format = "xml",
  { simple = "", ...answer }: YourlsAnswer,
  headers: Record<string, string> = {},
): Response {
  const [type, body] =
    format === "xml"
      ? ["application/xml", toXml(answer as Record<string, Member>)]
      : format === "json" || format === "jsonp"
        ? ["application/json", JSON.stringify(answer)]
        : ["text/plain", simple];
  return new Response(body, {
    status: statusOf(answer),
    headers: { "Content-Type": `${type}; charset=utf-8`, ...SAFE_HEADERS, ...headers },
  });
}

function toXml(answer: Record<string, Member>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<root>${toElements(answer)}</root>\n`;
}

function toElements(members: Record<string, Member>): string {
  return Object.entries(members)
    .map(([name, value]) => {
      const content = typeof value === "object" ? toElements(value) : toXmlText(String(value));
      return `<${name}>${content}</${name}>`;
    })
    .join("");
}

/** Escapes text, without the characters that XML cannot have. */
function toXmlText(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));
}
