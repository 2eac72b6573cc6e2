import { env } from "cloudflare:workers";
import { afterEach } from "vitest";
import { Scene } from "./claims.ts";
import { requireOk } from "./site.ts";

let scene: Scene | undefined;
const mode = env.HOSTNAME_PROOF;
let number = 0;

/** Opens a scene of two workspaces where hostnames need proof. `closeScenes` ends it. */
export async function openScene(): Promise<Scene> {
  (env as { HOSTNAME_PROOF?: string }).HOSTNAME_PROOF = "required";
  number++;
  scene = await Scene.open(["A", "B"], `detail${number}`);
  return scene;
}

/** Ends the scene of each test of a file. */
export function closeScenes(): void {
  afterEach(() => {
    scene?.close();
    (env as { HOSTNAME_PROOF?: string | undefined }).HOSTNAME_PROOF = mode;
  });
}

/** Has the hostname pass from A to B. */
export async function pass(opened: Scene): Promise<void> {
  opened.txt("victim", "B");
  await opened.check("go.victim");
  await opened.check("go.victim", 10);
}

export const recordsOf = async (opened: Scene, name: "A" | "B", query = "") =>
  requireOk(await opened.of(name).call("GET", `/links${query}`)).body.data as Record<string, unknown>[];
