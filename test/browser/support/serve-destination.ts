import { serve, type Served } from "./serve.ts";

export interface ServedDestination extends Served {
  /** Another site than the pages are on. */
  origin: string;
}

/** A site that links lead to: each of its pages is titled Destination and may show another one in a frame. */
export async function serveDestination(): Promise<ServedDestination> {
  const served = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const framed = searchParams.get("frame");
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang="en"><title>Destination</title><link rel="icon" href="data:,">
<main><h1>Destination</h1>${framed === null ? "" : `<iframe title="framed" src="${framed}"></iframe>`}</main></html>`,
    );
  });
  return { ...served, origin: `http://localhost:${served.port}` };
}
