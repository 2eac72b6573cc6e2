import { DurableObject } from "cloudflare:workers";

/**
 * Asks the targets of checks, one object for each host: so a host is asked by this installation no faster than it
 * may be, whoever checks. Its code is loaded when the first target is asked.
 */
export class TargetAsker extends DurableObject {
  private last: Promise<unknown> = Promise.resolve();

  /** Asks URLs of the host after those of earlier calls. */
  async ask(urls: string[]) {
    const asking = this.last.then(() => this.askNow(urls));
    this.last = asking.catch(() => {});
    return asking;
  }

  private async askNow(urls: string[]) {
    const { askTargets, NEW_MEMORY } = await import("../services/check/internal/ask-targets.ts");
    const { kv } = this.ctx.storage;
    type AskEnv = Parameters<typeof askTargets>[1]["env"];
    const memory = kv.get<typeof NEW_MEMORY>("host") ?? structuredClone(NEW_MEMORY);
    try {
      const wait = (ms: number) => scheduler.wait(ms);
      return await askTargets(urls, { env: this.env as AskEnv, memory, clock: Date.now, wait });
    } finally {
      kv.put("host", memory);
    }
  }
}
