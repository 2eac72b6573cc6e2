import type { Hostname } from "../../domain/hostname.ts";
import type { Env } from "../../env.ts";
import { callConsumer, drainLater, publish, publishLater } from "../../services/publish.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { startRefill, selectFamily } from "../../storage/projection/behind.ts";
import { startReprojections } from "../../storage/projection/reprojection.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { hostKey } from "../../storage/snapshot/key.ts";
import { readStore } from "../../storage/snapshot/kv.ts";
import { publishInJob } from "../publish-in-job.ts";
import { MINUTE_MS } from "../../domain/time.ts";

/** The shortest time between two refills of a hostname, because visits request them while it is missing. */
const INTERVAL_MS = MINUTE_MS;
/** The number of hostnames above which the consumer does the work. */
const MANY_HOSTS = 50;

/**
 * Rewrites all snapshots of a hostname that visits did not find in KV: first its own, as behind, then its slots,
 * then its own as complete. Also rewrites the snapshots of hostnames that answer before it, such as hostnames
 * below a wildcard. Does nothing if KV has the hostname, which another location may not see yet.
 */
export async function refill(env: Env, host: Hostname): Promise<void> {
  if (await isThere(env, host)) return;
  const nowMs = projectorOf(env).clock();
  if (!(await startRefill(env.DB, host, nowMs, INTERVAL_MS))) return;
  const family = await selectFamily(env.DB, host);
  const own = [host, ...family].map((name) => ({ host: name, slot: HOST_SLOT }));
  const start = [startReprojections(env.DB, [host], nowMs)];
  await publishInJob(env, nowMs, async (ctx) => {
    if (own.length <= MANY_HOSTS) return publish(ctx, start, own, [host]);
    await publishLater(ctx, start, own, [host]);
    await drainLater(env);
  });
  await callConsumer(env, "reproject");
}

async function isThere(env: Env, host: Hostname): Promise<boolean> {
  const key = hostKey(host);
  const stored = (await readStore(env.SNAPSHOTS, [key], Number(env.KV_CACHE_SECONDS), () => undefined)).get(
    key,
  );
  if (stored === "newer") return true;
  if (stored === undefined || stored === "unreadable" || stored.text === null) return false;
  return "config" in stored.snapshot && stored.snapshot.complete !== undefined;
}
