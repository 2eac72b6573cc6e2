import { DurableObject } from "cloudflare:workers";

/**
 * Asks the targets of checks, one object for each host: so a host is asked by this installation no faster than it
 * may be, whoever checks. Its code is loaded when the first target is asked.
 */
export class TargetAsker extends DurableObject {
  /** Asks URLs of the host after those of earlier calls. */
  async ask(urls: string[]) {
    const { askInTurn } = await import("../services/check/internal/ask-in-turn.ts");
    return askInTurn(this.ctx, this.env, urls);
  }
}
