import type { Host } from "../../api/types.ts";
import { t, type TextKey } from "../../text/text.ts";

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

export type HostState = "waiting" | "unchecked" | "unanswered" | "wrong" | "right";
type CertificateState = "off" | "issued" | "failed" | "pending";

type Facts = Pick<Host, "held" | "correct" | "checked_at" | "errors">;

/** The codes of checks to which DNS gave no answer, so that they say nothing about the hostname. */
const UNANSWERED = new Set(["timeout", "unreachable", "malformed"]);

export const isUnanswered = ({ code }: { code: string }): boolean => UNANSWERED.has(code);

/** Returns the displayed state of a hostname. An unproved claim gets no visits, whatever its DNS. */
export function stateOf({ held, correct, checked_at, errors }: Facts): HostState {
  if (!held) return "waiting";
  if (correct) return "right";
  if (checked_at === null) return "unchecked";
  return errors.some(isUnanswered) ? "unanswered" : "wrong";
}

export function certificateOf({
  https_requested,
  ssl_issued_at,
  errors,
}: Pick<Host, "https_requested" | "ssl_issued_at" | "errors">): CertificateState {
  if (!https_requested) return "off";
  if (ssl_issued_at !== null) return "issued";
  return errors.some(({ scope }) => scope === "certificate") ? "failed" : "pending";
}

export function countsOf({ counts }: Pick<Host, "counts">): Record<string, number> {
  return Object.fromEntries(
    counts.map((text) => {
      const [handler = "", count = "0"] = text.split(":");
      return [handler, Number(count)];
    }),
  );
}

export function totalOf(host: Pick<Host, "counts">): number {
  return Object.values(countsOf(host)).reduce((sum, count) => sum + count, 0);
}

/** Returns the most important problem of a hostname: of the proof for an unproved claim, otherwise of DNS. */
export function firstProblem({
  held,
  errors,
}: Pick<Host, "held" | "errors">): Host["errors"][number] | undefined {
  const ofDns = errors.filter(({ scope }) => scope === "dns");
  const isProof = ({ code }: { code: string }) => code.startsWith("proof_");
  return ofDns.find((error) => isProof(error) !== held) ?? ofDns[0];
}
