import { VERSION } from "../../src/version.ts";
import type { Observation, OutcomeKind } from "./observation.ts";
import type { Redaction } from "./redact.ts";
import type { StepResult } from "./step.ts";

/** What is sent to the project. */
export interface Report {
  signpost: string;
  /** The release that runs; null if the installation did not tell. */
  deployed: string | null;
  date: string;
  plan: string;
  counts: Record<OutcomeKind, number>;
  steps: StepResult[];
}

/** Returns the report, without anything that others must not see. */
export function toReport(
  results: StepResult[],
  about: Pick<Report, "deployed" | "plan">,
  nowMs: number,
  { redact }: Redaction,
): Report {
  const counts = { seen: 0, different: 0, skipped: 0, failed: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return {
    signpost: VERSION,
    ...about,
    date: new Date(nowMs).toISOString().slice(0, 10),
    counts,
    steps: results.map((result) => ({
      ...result,
      observations: result.observations.map((one) => redactObservation(one, redact)),
      error: result.error === null ? null : redact(result.error),
    })),
  };
}

function redactObservation(observation: Observation, redact: Redaction["redact"]): Observation {
  const text = redact(observation.text);
  if (observation.kind !== "different") return { ...observation, text };
  return { ...observation, text, expected: redact(observation.expected) };
}

export function isAsDocumented({ counts }: Report): boolean {
  return counts.different + counts.failed === 0;
}

/** The report as Markdown that people read in a terminal, too. */
export function renderReport({ signpost, deployed, date, plan, counts, steps }: Report): string {
  const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  const head = [
    `## Signpost ${signpost} on Cloudflare`,
    [
      `- Date: ${date}`,
      `- Version: ${signpost} in the checkout, ${deployed ?? "not told"} deployed`,
      `- Plan: ${plan}`,
      `- Steps: ${summary.join(", ")}`,
    ].join("\n"),
  ];
  return [...head, ...steps.map(renderStep)].join("\n\n");
}

function renderStep({ title, outcome, asks, changes, observations, error }: StepResult): string {
  const about = changes === null ? asks : `${asks} ${changes}`;
  const lines = [...observations.map(renderObservation), ...(error === null ? [] : [`**Failed:** ${error}`])];
  const list = lines.map((line) => `- ${line.replaceAll(/\s*\n\s*/g, " ")}`);
  return `### ${title}: ${outcome}\n\n${about}\n\n${list.join("\n")}`;
}

function renderObservation(observation: Observation): string {
  switch (observation.kind) {
    case "seen":
      return observation.text;
    case "different":
      return `**Different.** Expected: ${observation.expected} Seen: ${observation.text}`;
    case "unseen":
      return `Not looked at: ${observation.text}`;
  }
}
