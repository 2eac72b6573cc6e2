import { toSearch } from "../../api/client.ts";

/** The question of the explanation screen, in the notation of the address and of the API. */
export interface Question {
  url: string;
  country: string;
  language: string;
  /** The name of a known device, or the text of a user agent. */
  agent: string;
  method: string;
  /** A time as RFC 3339; empty for now. */
  at: string;
  /** Says whether to explain also records of a hostname that the workspace does not hold yet. */
  held: boolean;
  /** Says whether to assume that the visitor has entered the right password. */
  unlocked: boolean;
}

/** Example user agents of devices, by their name in the address. */
export const DEVICES = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  ipad: "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  googlebot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  whatsapp: "WhatsApp/2.23.20.0",
} as const;

export type Device = keyof typeof DEVICES;

export const METHODS = ["GET", "HEAD", "POST", "OPTIONS"] as const;

export function isDevice(agent: string): agent is Device {
  return Object.hasOwn(DEVICES, agent);
}

export function readQuestion(values: Record<string, string>): Question {
  const { url = "", country = "", language = "", agent = "", method = "", at = "" } = values;
  const [held, unlocked] = [values["held"] === "1", values["unlocked"] === "1"];
  return { url, country, language, agent, method, at, held, unlocked };
}

/** Converts a question to values of the address. Empty values are left out. */
export function toValues({ held, unlocked, ...texts }: Question): Record<string, string> {
  return { ...texts, held: held ? "1" : "", unlocked: unlocked ? "1" : "" };
}

export function toExplainHref(url: string): string {
  return `/explain${toSearch({ url })}`;
}

/** Converts a question to the format of the API. Empty values are not sent. */
export function toExplainBody({ url, agent, at, method, ...rest }: Question): object {
  const as = {
    ...(rest.country !== "" && { country: rest.country }),
    ...(rest.language !== "" && { language: rest.language }),
    ...(agent !== "" && { user_agent: isDevice(agent) ? DEVICES[agent] : agent }),
    ...(method !== "" && { method }),
    ...(at !== "" && { at }),
    ...(rest.held && { held: true }),
    ...(rest.unlocked && { unlocked: true }),
  };
  return { url: url.trim(), ...(Object.keys(as).length > 0 && { as }) };
}

/** Returns a command that sends the same question to the API. @param origin of the admin host */
export function toCurl(question: Question, origin: string): string {
  const body = JSON.stringify(toExplainBody(question)).replaceAll("'", String.raw`'\''`);
  return [
    `curl -s ${origin}/v1/explain`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H "Content-Type: application/json"`,
    `-d '${body}'`,
  ].join(" \\\n  ");
}
