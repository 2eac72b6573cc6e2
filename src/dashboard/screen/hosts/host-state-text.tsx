import type { Host } from "../../api/types.ts";
import { t, type TextKey } from "../../text/text.ts";
import { certificateOf, firstProblem, stateOf } from "./host-state.ts";

const STATE_STYLE = {
  right: "chip-good",
  wrong: "chip-bad",
  waiting: "chip-warn",
  unchecked: "",
  unanswered: "chip-warn",
} as const;
const CERTIFICATE_STYLE = { issued: "chip-good", failed: "chip-bad", pending: "chip-warn", off: "" } as const;

export function StateChip({ host }: { host: Host }) {
  const state = stateOf(host);
  return <span class={`chip ${STATE_STYLE[state]}`}>{t(`hosts.state.${state}`)}</span>;
}

/** @param isShort whether the text is for a column with a heading */
export function CertificateChip({ host, isShort = false }: { host: Host; isShort?: boolean }) {
  const state = certificateOf(host);
  return (
    <span class={`chip ${CERTIFICATE_STYLE[state]}`}>
      {t(isShort ? `hosts.short.${state}` : `hosts.certificate.${state}`)}
    </span>
  );
}

/** Returns the problem of a hostname in a few words; empty if there is none. */
export function reasonOf(host: Host): string {
  const problem = firstProblem(host);
  return problem === undefined ? "" : describeCode(problem.code, problem.message);
}

/** Returns the text for a code of the API; its message if there is no text. */
export function describeCode(code: string, message: string): string {
  const key = `hosts.error.${code.startsWith("rcode_") ? "rcode" : code}`;
  const text = t(key as TextKey);
  return text === key ? message : text;
}
