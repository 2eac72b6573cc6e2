import { putDomains, toChangeset } from "./domain.ts";
import { Refusal } from "./refusal.ts";
import { read, route, type Route } from "./route.ts";
import { readUpload } from "./upload.ts";

/** The endpoints of Workers. */

const script = "/accounts/:account/workers/scripts/:script";

export const scriptRoutes: Route[] = [
  route("GET", "/accounts/:account/workers/services/:script", "workers", ({ account, groups }) => {
    const { versions } = account.requireScript(groups["script"] ?? "");
    const script = { tag: "t", migration_tag: versions.migrationTag };
    return { id: groups["script"], default_environment: { environment: "production", script } };
  }),
  route("GET", "/accounts/:account/workers/workers/:script", "workers", ({ account, groups }) => {
    const { isOnWorkersDev } = account.requireScript(groups["script"] ?? "");
    return { id: groups["script"], name: groups["script"], subdomain: { enabled: isOnWorkersDev } };
  }),
  route("POST", `${script}/assets-upload-session`, "workers", (call) =>
    call.account.assets.openSession(read(call, "assets").manifest),
  ),
  // The token of the session is the only one that this endpoint takes.
  route("POST", "/accounts/:account/workers/assets/upload", null, async (call) => {
    const type = call.headers["content-type"] ?? "";
    const body = new Response(new Uint8Array(call.body), { headers: { "Content-Type": type } });
    const parts = [...(await body.formData())];
    const files = parts.map(async ([hash, part]): Promise<[string, string]> => [
      hash,
      typeof part === "string" ? part : await part.text(),
    ]);
    const jwt = (call.headers.authorization ?? "").replace(/^Bearer /, "");
    return call.account.assets.store(jwt, await Promise.all(files));
  }),
  route("PUT", script, "workers", async (call) => {
    const { account, groups } = call;
    await account.upload(groups["script"] ?? "", await readUpload(call), call.outside);
    const { versions } = account.requireScript(groups["script"] ?? "");
    return versions.describe(versions.newest);
  }),
  route("POST", `${script}/versions`, "workers", async (call) => {
    const { versions } = call.account.requireScript(call.groups["script"] ?? "");
    return versions.describe(versions.add(await readUpload(call)));
  }),
  route("GET", `${script}/versions`, "workers", ({ account, groups }) => ({
    items: account.requireScript(groups["script"] ?? "").versions.list(),
  })),
  route("GET", `${script}/versions/:version`, "workers", ({ account, groups }) =>
    account.requireScript(groups["script"] ?? "").versions.describe(groups["version"] ?? ""),
  ),
  route("GET", `${script}/deployments`, "workers", ({ account, groups }) => ({
    deployments: account.requireScript(groups["script"] ?? "").versions.listDeployments(),
  })),
  route("POST", `${script}/deployments`, "workers", async (call) => {
    const { versions } = read(call, "deployment");
    const [only] = versions;
    if (versions.length !== 1 || only?.percentage !== 100) {
      throw new Refusal(400, 10_073, "The percentages of all versions must have the sum 100.");
    }
    return await call.account.deployVersion(call.groups["script"] ?? "", only.version_id, call.outside);
  }),
  route("PATCH", `${script}/script-settings`, "workers", (call) => {
    const { observability } = read(call, "scriptSettings");
    const { upload } = call.account.requireScript(call.groups["script"] ?? "");
    if (upload !== null && observability !== undefined) upload.observability = observability;
    return { observability };
  }),
  route("GET", `${script}/settings`, "workers", ({ account, groups }) => {
    const { upload, secrets } = account.requireScript(groups["script"] ?? "");
    const hidden = [...secrets.keys()].map((name) => ({ type: "secret_text", name }));
    return { bindings: [...(upload?.bindings ?? []), ...hidden] };
  }),
  route("GET", `${script}/secrets`, "workers", ({ account, groups }) =>
    [...account.requireScript(groups["script"] ?? "").secrets.keys()].map((name) => ({
      name,
      type: "secret_text",
    })),
  ),
  route("PUT", `${script}/secrets`, "workers", async (call) => {
    const { name, text } = read(call, "secret");
    await call.account.putSecret(call.groups["script"] ?? "", name, text, call.outside);
    return { name, type: "secret_text" };
  }),
  route("GET", `${script}/subdomain`, "workers", ({ account, groups }) => ({
    enabled: account.requireScript(groups["script"] ?? "").isOnWorkersDev,
    previews_enabled: false,
  })),
  route("POST", `${script}/subdomain`, "workers", (call) => {
    const { enabled } = read(call, "subdomain");
    call.account.requireScript(call.groups["script"] ?? "").isOnWorkersDev = enabled;
    return { enabled, previews_enabled: false };
  }),
  route("GET", `${script}/schedules`, "workers", ({ account, groups }) => ({
    schedules: account.requireScript(groups["script"] ?? "").crons.map((cron) => ({ cron })),
  })),
  route("PUT", `${script}/schedules`, "workers", (call) => {
    const crons = read(call, "schedules").map(({ cron }) => cron);
    call.account.putCrons(call.groups["script"] ?? "", crons);
    return { schedules: crons };
  }),
  route("POST", `${script}/domains/changeset`, "workers", (call) => {
    const name = call.groups["script"] ?? "";
    call.account.requireScript(name);
    return toChangeset(call.account, name, read(call, "origins"));
  }),
  route("PUT", `${script}/domains/records`, "workers", (call) => {
    putDomains(call.account, call.groups["script"] ?? "", read(call, "domains"));
    return null;
  }),
  route("PUT", `${script}/routes`, "workers", (call) => {
    // Needs the permission on all zones; wrangler then goes zone by zone.
    if (!call.scopes.includes("routes")) throw new Refusal(403, 10_000, "Authentication error");
    call.account.putRoutes(call.groups["script"] ?? "", read(call, "routes"));
    return [];
  }),
];
