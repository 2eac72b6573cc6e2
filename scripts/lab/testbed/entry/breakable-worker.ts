import { namedIn } from "../../../../src/all-databases.ts";
import { databasesOf } from "../../../../src/databases-of.ts";
import type { Env } from "../../../../src/env.ts";
import worker from "../../../../src/index.ts";
import { bindingOf } from "../../../../src/storage/directory/reservation.ts";
import { putPace } from "../../../../src/storage/projection/projector.ts";
import { memory } from "../../../../src/storage/snapshot/memory.ts";
import { audit } from "../audit.ts";
import { CONTROL_HOST, type Faults } from "../fault.ts";
import { breakBindings, countFaults, orderFaults, settlePuts } from "./break-bindings.ts";
import { DELIVERY_HOST, externalQueue, takeDelivery } from "./external-queue.ts";
import type { QueueMessage } from "../../../../src/queue-messages.ts";

/**
 * The worker for tests that break it: its bindings fail on command, its clicks may use a queue that outlives it, and
 * a control path reports the content of its stores.
 */

export * from "../../../../src/index.ts";

// No pause between two puts of a key, because tests write the same key repeatedly and read it at once.
putPace.intervalMs = 0;

interface TestEnv extends Env {
  /** The address of the service that replaces the queue; without it the platform's own queue is used. */
  CLICK_QUEUE_URL?: string;
}

export default {
  fetch(request, env, context) {
    const { hostname } = new URL(request.url);
    if (hostname === CONTROL_HOST) return answerControl(request, env);
    const bound = bind(env);
    if (hostname === DELIVERY_HOST) return takeDelivery(request, bound);
    return worker.fetch(request, bound, context);
  },
  scheduled: (controller, env) => worker.scheduled(controller, bind(env)),
  queue: (batch, env) => worker.queue(batch, bind(env)),
} satisfies ExportedHandler<TestEnv, QueueMessage>;

function bind(env: TestEnv): Env {
  return breakBindings(env, (bare) =>
    bare.CLICK_QUEUE_URL === undefined ? bare : { ...bare, CLICKS: externalQueue(bare.CLICK_QUEUE_URL) },
  );
}

/** Runs with working bindings. */
async function answerControl(request: Request, env: Env): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case "/faults":
      orderFaults(await request.json<Faults>());
      return Response.json(null);
    case "/fault-counts":
      return Response.json(countFaults());
    case "/forget":
      await settlePuts();
      memory.clear();
      return Response.json(null);
    case "/audit":
      return Response.json(await auditDatabase(env, searchParams));
    case "/stored":
      return Response.json(await readAll(env.SNAPSHOTS, searchParams.get("prefix") ?? ""));
    case "/last-seq":
      return Response.json(await env.DB.prepare("SELECT value FROM sequence").first("value"));
    default:
      return Response.json({ message: `nothing is called ${pathname}` }, { status: 404 });
  }
}

function auditDatabase(env: Env, asked: URLSearchParams): Promise<string[]> {
  const { DB } = namedIn(databasesOf(env), bindingOf(asked.get("database") ?? "DB"));
  return audit({ DB, SNAPSHOTS: env.SNAPSHOTS }, Number(asked.get("after") ?? 0));
}

const KEYS_AT_ONCE = 100;

async function readAll(kv: KVNamespace, prefix: string): Promise<Record<string, string | null>> {
  const values: Record<string, string | null> = {};
  for (let cursor: string | undefined, isDone = false; !isDone;) {
    const listed = await kv.list({ prefix, limit: KEYS_AT_ONCE, ...(cursor !== undefined && { cursor }) });
    const names = listed.keys.map(({ name }) => name);
    if (names.length > 0) Object.assign(values, Object.fromEntries(await kv.get(names, { type: "text" })));
    isDone = listed.list_complete;
    cursor = listed.list_complete ? undefined : listed.cursor;
  }
  return values;
}
