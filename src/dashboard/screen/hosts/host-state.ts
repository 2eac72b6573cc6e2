import type { Host } from "../../api/types.ts";

/** The displayed states of a hostname. */
export type HostState = "waiting" | "unchecked" | "unanswered" | "wrong" | "right";
export type CertificateState = "off" | "issued" | "failed" | "pending";

type Facts = Pick<Host, "held" | "correct" | "checked_at" | "errors">;

/** The codes of checks to which DNS gave no answer, so that they say nothing about the hostname. */
const UNANSWERED = new Set(["timeout", "unreachable", "malformed"]);

/** Returns the displayed state of a hostname. An unproved claim gets no visits, whatever its DNS. */
export function stateOf({ held, correct, checked_at, errors }: Facts): HostState {
  if (!held) return "waiting";
  if (correct) return "right";
  if (checked_at === null) return "unchecked";
  return UNANSWERED.has(firstProblem({ held, errors })?.code ?? "") ? "unanswered" : "wrong";
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

/** Returns the number of records on a hostname, by handler. */
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
