/** What an isolate of workerd holds, asked by its inspector. */

/**
 * The development server's inspector lets in who says to come from this machine. Node's WebSocket takes
 * headers, which the types of browsers know nothing of.
 */
const FROM_HERE = { headers: { Origin: "http://localhost" } } as unknown as string[];

interface InspectorTarget {
  title: string;
  webSocketDebuggerUrl: string;
}

/**
 * Bytes of the heap that are left when garbage is collected: what is really held. Resolves while the
 * isolate is at work: an idle one does not collect.
 * @param service of workerd's configuration; the only one there is, where none is named
 * @throws if the inspector does not answer
 */
export async function readLiveHeap(inspectorPort: number, service = ""): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const targets = (await response.json()) as InspectorTarget[];
  const target = targets.find(({ title, webSocketDebuggerUrl }) =>
    `${title} ${webSocketDebuggerUrl}`.includes(service),
  );
  if (target === undefined) throw new Error(`there is no isolate of ${service}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, FROM_HERE);
  try {
    await untilOpen(socket);
    // What one collection sets free may hold more.
    await ask(socket, "HeapProfiler.collectGarbage");
    await ask(socket, "HeapProfiler.collectGarbage");
    const { usedSize } = (await ask(socket, "Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize;
  } finally {
    socket.close();
  }
}

function untilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
  });
}

let lastId = 0;

function ask(socket: WebSocket, method: string): Promise<unknown> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: object };
      if (message.id !== id) return;
      socket.removeEventListener("message", listen);
      if (message.error === undefined) resolve(message.result);
      else reject(new Error(`${method}: ${JSON.stringify(message.error)}`));
    };
    socket.addEventListener("message", listen);
    socket.addEventListener("close", () => reject(new Error(`${method}: the inspector hung up`)));
    socket.send(JSON.stringify({ id, method }));
  });
}
