import { decodeEscapes } from "../domain/path.ts";
import { parameterName, splitQuery } from "../domain/query.ts";

interface Origin {
  /** `qr` for a scan of a QR code that the plugin `qr-utm` marks, else `link`. */
  source: "qr" | "link";
  campaign: string;
}

const MAX_CAMPAIGN_CHARACTERS = 64;

export function readOrigin(query: string): Origin {
  let [source, campaign] = ["", ""];
  for (const segment of splitQuery(query)) {
    const name = parameterName(segment);
    const equals = segment.indexOf("=");
    const value = equals < 0 ? "" : decodeEscapes(segment.slice(equals + 1).replaceAll("+", " "));
    if (name === "utm_source") source ||= value;
    if (name === "utm_campaign") campaign ||= value;
  }
  return { source: source === "qr" ? "qr" : "link", campaign: toCampaign(campaign) };
}

/** Returns the query that tells the same origin, and nothing else of a visit. */
export function toOriginQuery(query: string): string {
  const { source, campaign } = readOrigin(query);
  return new URLSearchParams({
    ...(source === "qr" && { utm_source: source }),
    ...(campaign !== "" && { utm_campaign: campaign }),
  }).toString();
}

/** Returns the form in which a campaign is counted, because visitors can send any text. */
function toCampaign(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_CAMPAIGN_CHARACTERS)
    .toWellFormed();
}
