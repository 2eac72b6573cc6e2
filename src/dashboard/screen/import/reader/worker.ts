/** The thread that reads files, with the readers of all formats. The page imports it only for its address. */
export const WORKER_URL = import.meta.url;

if (typeof document === "undefined") {
  const { serve } = await import("./serve.ts");
  serve(globalThis as unknown as Parameters<typeof serve>[0]);
}
