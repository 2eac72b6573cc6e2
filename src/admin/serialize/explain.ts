import type * as v from "valibot";
import { toPublicUrl } from "../../domain/public-url.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import type { Explanation } from "../../services/explain/explain-url.ts";
import { say } from "../../domain/refusal/say.ts";
import { showCode, showWarnings } from "./said.ts";
import type { ExplanationShape } from "../schema/explain.ts";

type Shape = v.InferOutput<typeof ExplanationShape>;

/** Converts an explanation to its JSON in the API (contract 30). */
export function toExplanationShape(explanation: Explanation, requestUrl: string): Shape {
  const { answered, record, tried, rules, destinations, parts, edge, next, warnings } = explanation;
  const { asked, outcome, status, location, headers, host } = answered;
  return {
    outcome,
    status,
    location,
    headers: Object.fromEntries(headers),
    record: toRecordPart(record, answered, requestUrl),
    host: {
      asked: asked.visit.hostname,
      answered_by: host?.name ?? null,
      relation: host?.relation ?? null,
    },
    tried: tried.map(({ reason, ...one }) => ({
      ...one,
      reason: say(reason),
      reason_code: showCode(reason),
    })),
    rules,
    destinations,
    parts,
    edge: { location: edge.location, shows: edge.shows, behind_seconds: edge.behindSeconds },
    next: next.map((hop) => ({
      url: hop.answered.asked.request.url,
      outcome: hop.answered.outcome,
      status: hop.answered.status,
      location: hop.answered.location,
      record: toRecordPart(hop.record, hop.answered, requestUrl),
    })),
    ...showWarnings(warnings),
  };
}

function toRecordPart(
  record: LinkRecord | null,
  { host: answering }: Explanation["answered"],
  requestUrl: string,
): Shape["record"] {
  if (record === null) return null;
  const isHttps = answering?.claim.snapshot.config?.hasHttps === true;
  const { id, host, source } = record;
  return { id, url: toPublicUrl(host, toUrlSuffix(source), isHttps, requestUrl) };
}
