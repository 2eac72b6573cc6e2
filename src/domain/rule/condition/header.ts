import { refuse, type Refusal } from "../../refusal/refusal.ts";
import { isObject, reject, type Condition, findTextProblem } from "../condition.ts";

export const MAX_HEADERS = 3;
export const MAX_CHARACTERS = 255;
const TOKEN = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Matches the value of a header: visible characters, with spaces or tabs inside. */
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
/** Matches headers that contain secrets, or that the platform sets. No destination may depend on them. */
const REFUSED =
  /^(?:cookie|authorization|x-link-password|proxy-.*|cf-.*|x-forwarded-.*|x-real-ip|sec-fetch-.*)$/;

export const header: Condition<Record<string, string>, [name: string, value: string][]> = {
  parse(value, report) {
    if (!isObject(value)) return reject(report, refuse("not_object"));
    const entries = Object.entries(value);
    if (entries.length === 0) return reject(report, refuse("no_header"));
    if (entries.length > MAX_HEADERS)
      return reject(report, refuse("too_many_headers", { count: MAX_HEADERS }));
    const read = new Map<string, string>();
    for (const [written, text] of entries) {
      const name = written.toLowerCase();
      const problem =
        problemOfName(name, read) ?? findTextProblem(text, MAX_CHARACTERS) ?? problemOfValue(text);
      if (problem === null) read.set(name, text as string);
      else report([written], problem);
    }
    return read.size === entries.length ? Object.fromEntries(read) : undefined;
  },
  compile: (headers) => Object.entries(headers),
  holds: (headers, visit) => headers.every(([name, value]) => visit.header(name) === value),
};

function problemOfName(name: string, read: ReadonlyMap<string, string>): Refusal | null {
  if (!TOKEN.test(name)) return refuse("not_header_name");
  if (REFUSED.test(name)) return refuse("header_refused");
  return read.has(name) ? refuse("same_twice") : null;
}

function problemOfValue(text: unknown): Refusal | null {
  return VALUE.test(text as string) ? null : refuse("header_value");
}
