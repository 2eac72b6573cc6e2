import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { ClickMessage } from "../../src/queue-messages.ts";
import { clickOn, IPHONE, messageOf } from "./click.ts";
import { stateOf } from "./move.ts";
import { addUp, UNLIMITED, type Mover } from "./mover.ts";
import { proxyOf } from "./proxy-of.ts";
import { severalDatabases, type Installation } from "./several-databases.ts";

/** Reads, writes, visits and clicks of a workspace that moves: whatever stops its move, they are answered right. */
export class MoveWitness {
  private readonly installation: Installation;
  private readonly mover: Mover;
  private written = 0;
  private destination = "";
  private waiting: ClickMessage[] = [];
  private readonly all: ClickMessage[] = [];
  /** Its KV is empty, and stays so. */
  private readonly bare = severalDatabases({ ...UNLIMITED, SNAPSHOTS: withoutValues(env.SNAPSHOTS) });
  private readonly said = new Set<string>();
  /** How often a write was refused. */
  refused = 0;

  private readonly counted: number;

  /** @param counted the clicks of before */
  constructor(installation: Installation, mover: Mover, counted: number) {
    this.installation = installation;
    this.mover = mover;
    this.counted = counted;
  }

  /** @param at tells where the move is, should something be wrong */
  async look(at: string): Promise<void> {
    const { installation, mover } = this;
    const id = mover.idOf("first");
    const state = await stateOf(installation.envs[1]);
    const destination = `https://${++this.written}.example/`;
    const written = await mover.call("PUT", `/link/${id}`, { destination });
    if (written.status === 200) {
      this.destination = destination;
      this.said.add(destination);
    } else {
      expect([state, written.status, written.headers.get("Retry-After")], at).toEqual(["closed", 503, "5"]);
      this.refused++;
    }
    const { status, body } = await mover.call("GET", `/links/${id}`);
    expect([status, body.destinations?.[0]], at).toEqual([200, this.destination]);
    await this.visit(at);
    await this.click(id);
  }

  /** KV answers with what was true; visits that ask a database with what is, unless hostnames pass: then they wait. */
  private async visit(at: string): Promise<void> {
    const visited = `https://${this.mover.hosts[0]}/first`;
    const answers = (await hasPassing()) ? ["503"] : [this.destination];
    expect(answers, at).toContain(await this.mover.visit(visited, this.bare));
    expect(this.said, at).toContain(await this.mover.visit(visited));
    await this.installation.deliverSent();
  }

  private async click(id: string): Promise<void> {
    const message = messageOf(clickOn(id, { agent: IPHONE }));
    this.all.push(message);
    const offered = [...this.waiting, message];
    const again = await this.installation.offer(offered);
    this.waiting = again as ClickMessage[];
  }

  /** Everything that was said is there in the end, once. */
  async conclude(): Promise<void> {
    const { installation, mover } = this;
    const before = (await mover.call("GET", `/links/${mover.idOf("first")}/stats`)).body.clicks;
    expect(await installation.offer(this.all)).toEqual([]);
    for (const one of installation.envs) await addUp(one);
    const { body } = await mover.call("GET", `/links/${mover.idOf("first")}/stats`);
    expect([before <= body.clicks, body.clicks - this.counted]).toEqual([true, this.all.length]);
  }
}

/** Empties KV, but for its markers. */
export async function emptyStore(): Promise<void> {
  for (const prefix of ["h:", "p:"]) {
    for (const { name } of (await env.SNAPSHOTS.list({ prefix })).keys) await env.SNAPSHOTS.delete(name);
  }
}

function withoutValues(store: KVNamespace): KVNamespace {
  return proxyOf(store, { get: () => Promise.resolve(null), put: () => Promise.resolve() });
}

/** Whether a hostname passes to another database. */
export async function hasPassing(): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM hosts_elsewhere WHERE passes_to IS NOT NULL").first()) !== null;
}
