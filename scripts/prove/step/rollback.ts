import { callOrNull, type Api } from "../../deploy/api.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export interface Deployment {
  created_on?: string;
  source?: string;
  versions?: { version_id: string; percentage?: number }[];
}

/** A version, and the last Durable Object migration that it had; undefined if the API does not tell. */
export interface FoundVersion {
  id: string;
  migration: string | undefined;
}

export const rollbackStep: Step = {
  id: "rollback",
  title: "The deployed version, and the way back",
  asks: "One version gets all requests, and wrangler rollback can bring back the one before.",
  changes: null,
  async run({ cloudflare, settings }) {
    const script = `/accounts/${settings.account_id}/workers/scripts/${settings.name}`;
    const { deployments = [] } = await cloudflare.call<{ deployments?: Deployment[] }>(
      "GET",
      `${script}/deployments`,
    );
    const [active, previous] = listVersions(deployments);
    const read = (id: string | undefined) => readVersion(cloudflare, script, id);
    return [...judgeActive(deployments), judgeWayBack(await read(active), await read(previous))];
  },
};

async function readVersion(api: Api, script: string, id: string | undefined): Promise<FoundVersion | null> {
  if (id === undefined) return null;
  const version = await callOrNull(() =>
    api.call<{ resources?: { script_runtime?: { migration_tag?: string } } }>(
      "GET",
      `${script}/versions/${id}`,
    ),
  );
  return version === null ? null : { id, migration: version.resources?.script_runtime?.migration_tag };
}

/** Returns the versions that were deployed, the newest first, each once. */
export function listVersions(deployments: Deployment[]): string[] {
  const ids = deployments.flatMap(({ versions = [] }) => versions.map(({ version_id: id }) => id));
  return [...new Set(ids)];
}

export function judgeActive(deployments: Deployment[]): Observation[] {
  const [active] = deployments;
  if (active === undefined)
    return [different("The Worker has a deployment.", "Cloudflare's API lists none.")];
  const { versions = [], created_on: at, source } = active;
  const about = [
    ...(at === undefined ? [] : [`at ${at}`]),
    ...(source === undefined ? [] : [`by ${source}`]),
  ];
  const text = `The active version was deployed ${about.join(" ") || "at a time that is not told"}.`;
  if (versions.length === 1) return [seen(text)];
  if (versions.length === 0)
    return [seen(text), unseen("Cloudflare's API does not tell the active version.")];
  const shares = versions.map(({ percentage }) => `${percentage ?? "?"} %`);
  return [different("One version gets all requests.", `The requests are shared: ${shares.join(", ")}.`)];
}

/** Whether there is a way back is a fact of the installation: neither answer is a difference. */
export function judgeWayBack(active: FoundVersion | null, previous: FoundVersion | null): Observation {
  if (active === null) return unseen("Cloudflare's API does not tell the active version.");
  if (previous === null) return seen("There is no version before, so there is no way back yet.");
  const [to, from] = [active.migration, previous.migration];
  if (to === undefined && from === undefined) {
    return unseen(
      "Cloudflare's API does not tell the migrations of Durable Objects, so the way back is not known.",
    );
  }
  if (to === from)
    return seen(`The version before has the same Durable Object migration ${to}: there is a way back.`);
  return seen(
    `Durable Object migrations lie between the version before (${from ?? "none"}) and this one (${to ?? "none"}): ` +
      "Cloudflare does not roll back over them.",
  );
}
