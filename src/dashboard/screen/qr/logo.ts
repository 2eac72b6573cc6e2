import { ApiError, call, callRaw } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Host, Workspace } from "../../api/types.ts";
import type { QrLogo } from "../../../qr/logo.ts";
import type { QrStyle } from "./draw-picture.ts";

/** The logo that the code of a record has in the middle if it has one: its own, or that of the hostname or workspace. */
export interface ShownLogo {
  of: "record" | "host" | "workspace" | "none";
  /** The name of the stored picture. */
  name: string;
  /** Its content; absent if there is none. */
  logo?: QrLogo | undefined;
}

/** @throws ApiError */
export async function readLogo(
  host: string,
  chosen: QrStyle["logo"],
  signal?: AbortSignal,
): Promise<ShownLogo> {
  if (typeof chosen === "string") return { of: "record", name: chosen, logo: await readFile(chosen, signal) };
  const [ofHost, workspace] = await Promise.all([
    call<Host>("GET", `/host/${encodeURIComponent(host)}`, { signal }),
    call<Workspace>("GET", "/workspace/current", { signal }),
  ]);
  const own = ofHost.branding?.logo ?? "";
  const name = own || (workspace.branding?.logo ?? "");
  if (name === "") return { of: "none", name };
  return { of: own === "" ? "workspace" : "host", name, logo: await readFile(name, signal) };
}

export function useLogo(host: string, chosen: QrStyle["logo"]): ShownLogo | undefined {
  const own = typeof chosen === "string" ? chosen : null;
  return useRead<ShownLogo>({
    key: ["host", host, "logo", own],
    read: (signal) => readLogo(host, own ?? true, signal),
  }).data;
}

/** Returns a stored picture; undefined if it is gone. */
async function readFile(name: string, signal?: AbortSignal): Promise<QrLogo | undefined> {
  try {
    const answer = await callRaw("GET", `/files/${encodeURIComponent(name)}`, { signal });
    const type = (answer.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
    const text = type === "image/png" ? toBase64(await answer.arrayBuffer()) : await answer.text();
    return { type, text };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
}
