import type { Name, ProofMode, Scene } from "./claims.ts";

/**
 * Situations of two or three workspaces that want one hostname: after each step, the workspace whose redirect answers
 * visitors.
 */

export type Act = (scene: Scene) => void | Promise<void>;

/** A step, and then the workspace that answers visitors of each hostname: `-` for none. */
export type Step = [what: string, act: Act, answers: Record<string, string>];

export interface Situation {
  title: string;
  mode: ProofMode;
  workspaces?: Name[];
  steps: Step[];
}

export const connect =
  (name: Name, host: string): Act =>
  (scene) =>
    scene.connect(name, host);
export const check =
  (host: string, minutes = 0): Act =>
  (scene) =>
    scene.check(host, minutes);
export const txt =
  (name: string, ...values: string[]): Act =>
  (scene) =>
    scene.txt(name, ...values);
export const cname =
  (name: string, to: Name | "shared"): Act =>
  (scene) =>
    scene.cname(name, to);

/** Connects a hostname whose TXT record stands already. */
export const proven =
  (name: Name, host: string): Act =>
  async (scene) => {
    scene.txt(host.replace("*.", ""), name);
    await scene.connect(name, host);
    await scene.check(host);
  };
