import { type ImportTarget, type Network, toCause, toWaitSeconds } from "./bulk-client.ts";

const POLL_SECONDS = 2;
/** Three minutes without progress: KV may be down, and the import does not wait for that. */
const MAX_IDLE_POLLS = 90;

type Poll = { behind: number } | { waitSeconds: number } | { reason: string };

/**
 * Asks `GET /projection` until nothing of the workspace is behind. 429 and 503 are repeated as those of
 * an import are.
 * @returns null once all is visible, or why it stopped asking; never throws
 */
export async function waitUntilVisible(
  target: Pick<ImportTarget, "api" | "token">,
  network: Network,
  showProgress: (done: number, total: number) => void,
): Promise<string | null> {
  let [total, idlePolls, attempt] = [0, 0, 0];
  let last = Infinity;
  while (true) {
    const poll = await askOnce(target, network, attempt);
    if ("reason" in poll) return poll.reason;
    if ("waitSeconds" in poll) {
      attempt += 1;
      await network.sleep(poll.waitSeconds);
      continue;
    }
    const { behind } = poll;
    total = Math.max(total, behind);
    if (total > 0) showProgress(total - behind, total);
    if (behind === 0) return null;
    idlePolls = behind < last ? 0 : idlePolls + 1;
    if (idlePolls === MAX_IDLE_POLLS) return "nothing has moved for 3 minutes";
    [last, attempt] = [behind, 0];
    await network.sleep(POLL_SECONDS);
  }
}

async function askOnce(
  { api, token }: Pick<ImportTarget, "api" | "token">,
  network: Network,
  attempt: number,
): Promise<Poll> {
  try {
    const response = await network.fetch(`${api}/projection`, {
      headers: { Authorization: `Bearer ${token}` },
      redirect: "manual",
    });
    const waitSeconds = toWaitSeconds(response, attempt);
    if (waitSeconds !== null) {
      await response.body?.cancel();
      return { waitSeconds };
    }
    const body = (await response.json().catch(() => null)) as { behind?: unknown } | null;
    if (response.status === 200 && typeof body?.behind === "number") return { behind: body.behind };
    return { reason: `the API answered ${response.status} to GET /projection` };
  } catch (error) {
    return { reason: `cannot reach ${api}: ${toCause(error)}` };
  }
}
