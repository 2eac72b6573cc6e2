import { DurableObject } from "cloudflare:workers";

/**
 * Requests the targets of checks. Each host has one object, so that all checks of the installation together keep to
 * the host's limit. The code is loaded at the first request.
 */
export class TargetAsker extends DurableObject {
  /** Requests URLs of the host, after the URLs of earlier calls. */
  async ask(urls: string[]) {
    const { askInTurn } = await import("./ask-in-turn.ts");
    return askInTurn(this.ctx, this.env, urls);
  }
}
