import type { KillLedger } from "../testbed/kill-ledger.ts";
import type { BreakableName } from "../testbed/fault.ts";
import type { KillableWorker } from "../testbed/killable-worker.ts";
import { explains, type RequestKind } from "./phase.ts";
import { send, type Received, type Sent } from "../../support/send.ts";

/** The mixed load: the frequency of each kind of request, and the results. */

export const HOST = "soak.example.com";
export const PASSWORD = "open sesame";

/** Requests in ten seconds. */
const RATES: Record<RequestKind, number> = { visit: 300, miss: 10, form: 10, guess: 10, call: 20 };
/** The maximum number of hanging requests; then the load waits. */
const MOST_OPEN = 60;
const MOST_PROBLEMS = 20;

export interface Target {
  id: string;
  alias: string;
}

export class Load {
  readonly counts: Record<RequestKind, number> = { visit: 0, miss: 0, form: 0, guess: 0, call: 0 };
  /** Requests that were answered by a failure that the faults explain. */
  explained = 0;
  readonly problems: string[] = [];
  /** Clicks that must be counted, by record. */
  readonly clicks = new Map<string, number>();

  private readonly open = new Set<Promise<void>>();
  /** The broken binding, and for each request the bindings that were broken during it. */
  private broken: BreakableName[] = [];
  private readonly underWay = new Set<Set<BreakableName>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private made = 0;
  private readonly worker: KillableWorker;
  private readonly ledger: KillLedger;
  private readonly plain: Target[];
  private readonly locked: Target;
  /** Records that calls change. Each record is changed by one call at a time, and no longer after a failed call. */
  private readonly editable: Target[] = [];

  constructor(worker: KillableWorker, ledger: KillLedger, plain: Target[], locked: Target) {
    this.worker = worker;
    this.ledger = ledger;
    this.plain = plain;
    this.locked = locked;
  }

  setBroken(names: BreakableName[]): void {
    this.broken = names;
    for (const seen of this.underWay) for (const name of names) seen.add(name);
  }

  start(): void {
    for (const [kind, rate] of Object.entries(RATES) as [RequestKind, number][]) {
      this.timers.push(setInterval(() => this.begin(kind), 10_000 / rate));
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.open);
  }

  private begin(kind: RequestKind): void {
    if (this.open.size >= MOST_OPEN) return;
    const turn = this.counts[kind]++;
    const work = this.perform(kind, turn).catch((error: unknown) => this.note(`${kind}: ${String(error)}`));
    this.open.add(work);
    void work.finally(() => this.open.delete(work));
  }

  private perform(kind: RequestKind, turn: number): Promise<void> {
    switch (kind) {
      case "visit":
        return this.visit(this.plain[turn % this.plain.length]);
      case "miss":
        return this.ask(kind, { host: HOST, path: `/nothing-${turn}` }).then(() => undefined);
      case "form":
        return this.ask(kind, { host: HOST, path: `/${this.locked.alias}` }).then(() => undefined);
      case "guess":
        return this.guess();
      case "call":
        return this.write(turn);
    }
  }

  private async visit(target: Target | undefined): Promise<void> {
    if (target === undefined) return;
    const { status, location } = await this.ask("visit", { host: HOST, path: `/${target.alias}` });
    if (status !== 302) return;
    if (location !== `https://example.com/${target.alias}`) this.note(`/${target.alias} led to ${location}`);
    this.click(target);
  }

  private async guess(): Promise<void> {
    const { status } = await this.ask("guess", {
      host: HOST,
      path: `/${this.locked.alias}`,
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password: PASSWORD }).toString(),
    });
    if (status === 303) this.click(this.locked);
  }

  /** Creates, changes and reads in turn. */
  private async write(turn: number): Promise<void> {
    const target = turn % 4 === 0 ? undefined : this.editable.shift();
    const destination = `https://example.com/turn/${turn}`;
    if (target === undefined) {
      const alias = `made-${++this.made}`;
      const { status, body } = await this.call("POST", "/link", { host: HOST, alias, destination });
      if (status !== 200) return;
      const { id } = (JSON.parse(body) as { data: [{ id: string }] }).data[0];
      this.ledger.noteCreated(id, destination);
      this.editable.push({ id, alias });
      return;
    }
    if (turn % 4 === 1) {
      await this.call("GET", `/links?filter[search]=${target.alias}&per_page=10`);
      this.editable.push(target);
      return;
    }
    this.ledger.noteChanging(target.id, destination);
    const { status } = await this.call("PUT", `/link/${target.id}`, { destination });
    if (status !== 200) return;
    this.ledger.noteChanged(target.id);
    this.editable.push(target);
  }

  private call(method: string, path: string, body?: object): Promise<Received> {
    const headers = { Authorization: `Bearer ${this.worker.token}`, "Content-Type": "application/json" };
    return this.ask("call", {
      host: `localhost:${this.worker.port}`,
      path: `/v1${path}`,
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  private async ask(kind: RequestKind, sent: Sent): Promise<Received> {
    const seen = new Set(this.broken);
    this.underWay.add(seen);
    try {
      const received = await send(this.worker.port, sent);
      const { status } = received;
      if (!explains(seen, kind, status)) {
        this.note(`${kind} ${sent.path}: ${status} while broken: ${[...seen].join(", ") || "nothing"}`);
      } else if (status === 503) this.explained++;
      return received;
    } finally {
      this.underWay.delete(seen);
    }
  }

  private click({ id }: Target): void {
    this.clicks.set(id, (this.clicks.get(id) ?? 0) + 1);
  }

  private note(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}
