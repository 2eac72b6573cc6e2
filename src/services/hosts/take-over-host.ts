import { HOST_SLOT } from "../../domain/source.ts";
import { listAnsweringFor } from "../../domain/visited-host.ts";
import { AssertionError } from "../../storage/commit.ts";
import { readHolding, releaseHost, type Holding } from "../../storage/host-take-over.ts";
import { insertHost, type NewHost } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { drainLater, publish, publishLater } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { hasVerificationRecord, verificationRecord } from "./verification.ts";

const MAX_ATTEMPTS = 5;
/** More snapshots than this are for the consumer to write. */
const SLOTS_AT_ONCE = 100;

/**
 * Takes over a hostname that somebody else has connected, so that nobody can sit on a stranger's
 * name: where its DNS was never seen to lead here, and has the caller's TXT record. It passes
 * without the records that its former workspace made on it.
 * @throws AssertionError `host_limit`
 */
export async function takeOverHost(
  ctx: ServiceContext,
  host: NewHost,
  maxHosts: number | null,
): Promise<Result<null>> {
  const { DB } = ctx.env;
  const record = await verificationRecord(ctx.env, host.workspaceId, host.host);
  let isProven = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const holding = await readHolding(DB, host.host);
    if (holding === null) return failed({ code: "busy" });
    if (holding.workspaceId === host.workspaceId) return refuse("is connected to this workspace already");
    if (holding.isVerified) return refuse("is connected already");
    if (!isProven) {
      const proof = await hasVerificationRecord(ctx.env, record);
      const wanted = `the TXT record ${record.name} with the value "${record.value}"`;
      if (!proof.ok) {
        return refuse(`is connected already, and DNS could not be asked for ${wanted}: try again later`);
      }
      if (!proof.value) return refuse(`is connected already; ${wanted} proves that it is yours`);
      isProven = true;
    }
    try {
      await pass(ctx, host, holding, maxHosts);
      return done(null);
    } catch (error) {
      if (!(error instanceof AssertionError && error.code === "stale_version")) throw error;
    }
  }
  return failed({ code: "busy" });
}

async function pass(
  ctx: ServiceContext,
  host: NewHost,
  holding: Holding,
  maxHosts: number | null,
): Promise<void> {
  const { DB } = ctx.env;
  const statements = [...releaseHost(DB, host.host, holding, ctx.nowMs), ...insertHost(DB, host, maxHosts)];
  const touched = [HOST_SLOT, ...holding.slots].map((slot) => ({ host: host.host, slot }));
  if (touched.length <= SLOTS_AT_ONCE) {
    await publish(ctx, statements, touched, listAnsweringFor(host.host));
  } else {
    await publishLater(ctx, statements, touched);
    await drainLater(ctx.env);
  }
}

function refuse(reason: string) {
  return invalid({ host: [reason] });
}
