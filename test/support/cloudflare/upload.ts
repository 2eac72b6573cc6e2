import type { IncomingHttpHeaders } from "node:http";
import type { FakeAssets } from "./assets.ts";
import { bodies, readBody } from "./body.ts";
import { Refusal } from "./refusal.ts";
import type { Upload } from "./running-script.ts";

/** Reads the form in which a Worker is uploaded. */

/** The paid plan allows 10 MB after compression; what is longer without any is no Worker of ours. */
const MOST_BYTES = 10_000_000;

export async function readUpload(call: {
  body: Buffer;
  headers: IncomingHttpHeaders;
  account: { assets: FakeAssets };
}): Promise<Upload> {
  const { body, headers, account } = call;
  if (body.length > MOST_BYTES) throw new Refusal(400, 10_027, "Your Worker exceeded the size limit.");
  const type = headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  const text = form.get("metadata");
  const metadata = readBody(bodies.metadata, typeof text === "string" ? text : ((await text?.text()) ?? ""));
  const modules: Upload["modules"] = [];
  for (const [path, part] of form) {
    if (path === "metadata" || typeof part === "string") continue;
    if (part.type.startsWith("application/source-map")) continue;
    const isModule = part.type.includes("javascript");
    modules.push({ path, type: isModule ? "ESModule" : "Text", contents: await part.text() });
  }
  if (!modules.some(({ path }) => path === metadata.main_module)) {
    throw new Refusal(400, 10_021, `The main module ${metadata.main_module} is missing.`);
  }
  return {
    mainModule: metadata.main_module,
    modules,
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags ?? [],
    bindings: metadata.bindings,
    observability: metadata.observability,
    migrationTag: metadata.migrations?.new_tag,
    secrets: new Map(),
    assets: account.assets.take(metadata.assets?.jwt, metadata.assets?.config),
  };
}
