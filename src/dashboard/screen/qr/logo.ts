import { call, callRaw } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Host, Workspace } from "../../api/types.ts";
import type { QrLogo } from "../../../qr/logo.ts";

/** The logo that pictures of a hostname have in the middle: that of the hostname, or else of the workspace. */
export interface ShownLogo {
  /** The name of the stored picture; empty if neither has one. */
  name: string;
  isOfHost: boolean;
  logo?: QrLogo;
}

/** @throws ApiError */
export async function readLogo(host: string, signal?: AbortSignal): Promise<ShownLogo> {
  const [ofHost, workspace] = await Promise.all([
    call<Host>("GET", `/host/${encodeURIComponent(host)}`, { signal }),
    call<Workspace>("GET", "/workspace/current", { signal }),
  ]);
  const own = ofHost.branding?.logo ?? "";
  const name = own || (workspace.branding?.logo ?? "");
  if (name === "") return { name, isOfHost: false };
  const answer = await callRaw("GET", `/files/${encodeURIComponent(name)}`, { signal });
  const type = (answer.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const text = type === "image/png" ? toBase64(await answer.arrayBuffer()) : await answer.text();
  return { name, isOfHost: own !== "", logo: { type, text } };
}

export function useLogo(host: string): ShownLogo | undefined {
  return useRead<ShownLogo>({ key: ["host", host, "logo"], read: (signal) => readLogo(host, signal) }).data;
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
}
