import { randomBytes } from "node:crypto";
import { toCause } from "../../deploy/first-link.ts";
import { toWranglerConfig } from "../../deploy/wrangler-config.ts";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import { waitFor } from "../poll.ts";
import type { Step } from "../step.ts";
import { FIRST_DESTINATION, SECOND_DESTINATION } from "../temporary-link.ts";
import type { Answer } from "../visit.ts";
import { needsLink, toSeconds } from "./link.ts";

const PATIENCE = { seconds: 120, pauseSeconds: 1 };

export const gateStep: Step = {
  id: "gate",
  title: "A password",
  asks: "A gate opens within the CPU time that the plan allows.",
  changes:
    "It gives the temporary link a password, and opens it once, which is a click. The link is deleted in the end.",
  lacks: needsLink,
  async run(context) {
    const password = randomBytes(12).toString("hex");
    const url = context.link.held()?.url ?? "";
    await context.link.change({ password });
    const shut = await waitFor(
      context,
      PATIENCE,
      () => context.visit(url, { method: "HEAD" }).catch(() => null),
      (answer) => answer?.status === 200,
    );
    if (!shut.isThere) {
      const text = `After ${toSeconds(shut.milliseconds)} it answers ${shut.last?.status ?? "nothing"}.`;
      return [different("The link asks for its password.", text)];
    }
    const form = new URLSearchParams({ password });
    const { plan } = context.settings;
    const { vars } = toWranglerConfig(context.template, context.settings, PROJECT_FOLDER);
    const { BCRYPT_COST: cost } = vars as Record<string, string>;
    const answer = await context
      .visit(url, { method: "POST", form })
      .catch((error: unknown) => toCause(error));
    return judgeGate(answer, DESTINATIONS, plan, cost ?? "unknown");
  },
};

/** The step that changes the destination may have been skipped. */
const DESTINATIONS = [FIRST_DESTINATION, SECOND_DESTINATION];

/** Cloudflare's error of a Worker that took more CPU time than its plan allows. */
const CPU_EXCEEDED = /\b1102\b/;

export function judgeGate(
  answer: Pick<Answer, "status" | "location" | "body" | "milliseconds"> | string,
  destinations: string[],
  plan: string,
  cost: string,
): Observation[] {
  const expected = `The gate opens on the ${plan} plan, with bcrypt cost ${cost}.`;
  if (typeof answer === "string") return [different(expected, `No answer: ${answer}`)];
  const { status, location, body, milliseconds } = answer;
  if (status === 303 && destinations.includes(location ?? "")) {
    return [
      seen(`The gate opened in ${milliseconds} ms on the ${plan} plan, with bcrypt cost ${cost}.`),
      unseen(
        "The CPU time of the request is not in the answer. The metrics of the Worker in the dashboard show it.",
      ),
    ];
  }
  const why = CPU_EXCEEDED.test(body) ? ": the Worker took more CPU time than the plan allows" : "";
  const where = location === null ? "" : ` with Location ${location}`;
  return [different(expected, `It answers ${status}${where}${why}.`)];
}
