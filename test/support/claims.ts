import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { databasesOf } from "../../src/databases-of.ts";
import type { Env } from "../../src/env.ts";
import { checkClaims } from "../../src/services/host/check-claims.ts";
import { acceptedValues } from "../../src/services/host/verification.ts";
import { ownTarget } from "../../src/services/host/internal/own-target.ts";
import { serveZone, type FakeDns } from "./dns.ts";
import type { DnsZone, ZoneEntry } from "./dns-zone.ts";
import { homeOf } from "./home.ts";
import type { Installation } from "./several-databases.ts";
import { requireOk } from "./site.ts";
import { createWorkspace, visit, type TestWorkspace } from "./workspace.ts";
import type { Hostname } from "../../src/domain/hostname.ts";
import { hostname } from "./hostname.ts";

/** Workspaces that claim hostnames, and a DNS that they change: what tests of claims are told in. */

export type Name = "A" | "B" | "C";
export type ProofMode = "auto" | "off" | "required";

export interface Claimant extends TestWorkspace {
  name: Name;
  /** The value of its TXT record. */
  txt: string;
  /** Its own CNAME target. */
  target: string;
}

const MINUTE_MS = 60_000;
/** Where the workspaces of a scene with several databases live. */
const DATABASES = { A: undefined, B: "DB_01", C: "DB_02" } as const;

/** A scene: everything happens at its own clock, and DNS is what `dns` last said. */
export class Scene {
  readonly workspaces = new Map<Name, Claimant>();
  private readonly zone: DnsZone = {};
  private readonly fake: FakeDns;
  private nowMs = Date.now();
  private readonly suffix: string;

  private readonly installation: Installation | undefined;
  /** The environments of all databases. */
  private readonly envs: Env[];

  private constructor(suffix: string, installation?: Installation) {
    this.suffix = suffix;
    this.installation = installation;
    this.envs = installation?.envs ?? databasesOf(env);
    this.fake = serveZone(this.zone);
    // Names below the shared target resolve.
    this.zone[`signpost-check.${env.CNAME_TARGET}`] = { A: ["93.184.215.14"] };
  }

  /**
   * @param names workspaces that the installation has
   * @param installation one with several databases, of which each workspace gets its own
   */
  static async open(names: Name[], suffix: string, installation?: Installation): Promise<Scene> {
    const scene = new Scene(suffix, installation);
    await Promise.all(scene.envs.map(({ DB }) => DB.prepare("DELETE FROM cname_targets").run()));
    for (const name of names) await scene.add(name);
    return scene;
  }

  async add(name: Name): Promise<void> {
    const workspace = await (this.installation?.createWorkspace(DATABASES[name]) ?? createWorkspace());
    const row = await homeOf(workspace.id)
      .prepare("SELECT label FROM workspaces WHERE id = ?1")
      .bind(workspace.id)
      .first<{ label: string }>();
    const [txt] = await acceptedValues(env, workspace.id);
    this.workspaces.set(name, { ...workspace, name, txt, target: ownTarget(env, row?.label ?? "") });
  }

  close(): void {
    this.fake.restore();
  }

  of(name: Name): Claimant {
    const workspace = this.workspaces.get(name);
    if (workspace === undefined) throw new Error(`there is no workspace ${name}`);
    return workspace;
  }

  /** `go.victim` stands for a name of this scene's own domain; those below .localhost are as they are. */
  host(name: string): Hostname {
    const domain = name.endsWith(".localhost") ? this.suffix : `${this.suffix}.example`;
    return hostname(name.replace("victim", domain));
  }

  /** Connects a hostname, and creates a redirect on it whose destination names the workspace. */
  async connect(name: Name, host: string): Promise<void> {
    const workspace = this.of(name);
    requireOk(await workspace.call("POST", "/host", { host: this.host(host) }));
    await this.redirect(name, host);
  }

  async redirect(name: Name, host: string): Promise<void> {
    const body = { url: `${this.host(host)}/*`, destination: `https://${name.toLowerCase()}.answer.example` };
    requireOk(await this.of(name).call("POST", "/redirect", body));
  }

  /** Connects a hostname without any record. */
  async connectEmpty(name: Name, host: string): Promise<void> {
    requireOk(await this.of(name).call("POST", "/host", { host: this.host(host) }));
  }

  async disconnect(name: Name, host: string): Promise<void> {
    const { call } = this.of(name);
    const query = `?filter[host]=${encodeURIComponent(this.host(host))}`;
    const { body } = requireOk(await call("GET", `/redirect${query}`));
    for (const { id } of body.data as { id: string }[]) requireOk(await call("DELETE", `/redirect/${id}`));
    requireOk(await call("DELETE", `/host/${this.host(host)}`));
    if (this.envs.length > 1) await this.untilFree(host);
    await checkClaims(this.context(), this.host(host));
  }

  /** Another database gets a hostname only after a while, and once nothing of it is still to be written. */
  private async untilFree(host: string): Promise<void> {
    this.nowMs += 5 * MINUTE_MS;
    const notes = ({ DB }: Env) =>
      DB.prepare("SELECT count(*) AS n FROM pending WHERE host = ?1")
        .bind(this.host(host))
        .first<number>("n");
    const countNotes = async () => (await Promise.all(this.envs.map(notes))).join("");
    await expect.poll(countNotes).toMatch(/^0+$/);
  }

  /** Sets what DNS has at a name; null takes it away. */
  dns(name: string, entry: ZoneEntry | null): void {
    const key = this.host(name);
    if (entry === null) delete this.zone[key];
    else this.zone[key] = entry;
  }

  /** Sets the values of the `_signpost` record of a name: those of workspaces, or any text. */
  txt(name: string, ...values: string[]): void {
    const texts = values.map((value) => this.workspaces.get(value as Name)?.txt ?? value);
    this.dns(`_signpost.${name}`, texts.length === 0 ? null : { TXT: texts });
  }

  cname(name: string, to: Name | "shared"): void {
    this.dns(name, { CNAME: to === "shared" ? env.CNAME_TARGET : this.of(to).target });
  }

  /** Looks at the claims on a hostname, some minutes after the last time. */
  async check(host: string, minutes = 0): Promise<void> {
    this.nowMs += minutes * MINUTE_MS;
    await checkClaims(this.context(), this.host(host));
  }

  async move(from: Name, to: Name, host: string): Promise<void> {
    const body = { token: this.of(to).token, empty: true };
    requireOk(await this.of(from).call("POST", `/host/${this.host(host)}/move`, body));
  }

  /** Returns the workspace whose redirect answers a visitor of a hostname; `-` for none. */
  async answerer(host: string): Promise<string> {
    const fetch = this.installation?.fetch ?? visit;
    const response = await fetch(`http://${this.host(host)}/page`);
    const location = response.headers.get("Location");
    return location === null ? "-" : (/^https:\/\/(.)\./.exec(location)?.[1] ?? "?").toUpperCase();
  }

  async codes(name: Name, host: string): Promise<string[]> {
    const { body } = requireOk(await this.of(name).call("GET", `/host/${this.host(host)}`));
    return (body.errors as { code: string }[]).map(({ code }) => code);
  }

  private context() {
    return { env: this.envs[0] as Env, nowMs: this.nowMs, background: () => {} };
  }
}

/** Connects go.victim for both: A holds it with proof, and B claims it. */
export async function contest(scene: Scene): Promise<Scene> {
  scene.txt("victim", "A");
  await scene.connect("A", "go.victim");
  await scene.connect("B", "go.victim");
  return scene;
}
