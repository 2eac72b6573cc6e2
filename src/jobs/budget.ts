import type { Env } from "../env.ts";
import { meterDatabase } from "../storage/meter.ts";

/** What work has used: statements of the database, and calls of any binding. A batch is one call. */
interface Use {
  statements: number;
  subrequests: number;
}

/** What a job may use. The platform limits an invocation, which several jobs may share. */
export interface Allowance extends Use {
  ms: number;
}

/**
 * What is left of an allowance. `env` has the bindings of the Worker, and counts what is called through it. Requests by
 * `fetch` are not counted.
 */
export class Budget {
  readonly env: Env;
  readonly used: Use = { statements: 0, subrequests: 0 };
  private readonly allowance: Allowance;
  private readonly clock: () => number;
  private readonly startedMs: number;

  /** @param clock returns the time in milliseconds since 1970 */
  constructor(env: Env, allowance: Allowance, clock: () => number = Date.now) {
    this.env = meter(env, this.used);
    this.allowance = allowance;
    this.clock = clock;
    this.startedMs = clock();
  }

  get elapsedMs(): number {
    return this.clock() - this.startedMs;
  }

  get left(): Allowance {
    const { statements, subrequests, ms } = this.allowance;
    return {
      statements: statements - this.used.statements,
      subrequests: subrequests - this.used.subrequests,
      ms: ms - this.elapsedMs,
    };
  }

  /** Returns whether there is time, and room for a step of so many statements, each a call at most. */
  hasRoom(statements: number): boolean {
    const { left } = this;
    return left.ms > 0 && left.statements >= statements && left.subrequests >= statements;
  }
}

const COUNTED = ["SNAPSHOTS", "PROJECTION", "CLICKS", "WATCH", "JOBS", "BACKUPS", "CHANGES"] as const;

function meter(env: Env, used: Use): Env {
  const count = (statements: number, calls: number) => {
    used.statements += statements;
    used.subrequests += calls;
  };
  const counted = COUNTED.flatMap((name) =>
    env[name] ? [[name, countCalls(env[name], () => count(0, 1))]] : [],
  );
  return { ...env, ...(Object.fromEntries(counted) as Partial<Env>), DB: meterDatabase(env.DB, count) };
}

function countCalls<T extends object>(binding: T, count: () => void): T {
  return new Proxy(binding, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]) => {
        count();
        return member.apply(target, parameters) as unknown;
      };
    },
  });
}
