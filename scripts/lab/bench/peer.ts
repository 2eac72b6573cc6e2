import { execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../../support/command.ts";
import type { Target } from "./target.ts";

/**
 * Alternatives to compare with: configurations of workerd named on the command line (`NAME=config.capnp`, a socket
 * `http` that redirects `/link-0` to `/link-9999` with 302), and nginx with the same table as a map, if it is
 * installed.
 */
export async function addPeers(
  targets: Record<string, Target>,
  peers: string[],
): Promise<Record<string, Target>> {
  const { plain } = targets;
  if (plain === undefined) throw new Error("there is no target to compare with");
  const all = { ...targets };
  for (const peer of peers) {
    const [name = "", path] = peer.split(/=(.*)/s);
    if (path === undefined) throw new UsageError(`--peer is NAME=config.capnp, not ${peer}`);
    all[name] = { ...plain, name, config: resolve(path), hasQueue: false };
  }
  if (hasNginx()) all["nginx"] = await nginxTarget(plain);
  return all;
}

function hasNginx(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function nginxTarget(plain: Target): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-nginx-"));
  const map = plain.paths.map((path) => `"${path}" "${plain.expect.location(path)}";`);
  const args = async (port: number): Promise<string[]> => {
    const config = join(folder, "nginx.conf");
    await writeFile(
      config,
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events { worker_connections 256; }
http {
  access_log off; keepalive_requests 10000000; map_hash_max_size 65536; map_hash_bucket_size 256;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  map $uri $destination { ${map.join("\n")} }
  server { listen 127.0.0.1:${port}; location / { add_header Cache-Control no-store always; return 302 $destination; } }
}
`,
    );
    return ["-c", config, "-p", folder];
  };
  return { ...plain, name: "nginx, map of 10,000", command: "nginx", args, hasQueue: false };
}
