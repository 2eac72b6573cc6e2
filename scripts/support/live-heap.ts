/** Measures the heap of an isolate of workerd through its inspector. */

/**
 * The development server's inspector accepts clients whose headers say that they are on this machine. Node's
 * WebSocket supports headers, but the types for browsers do not.
 */
const FROM_HERE = { headers: { Origin: "http://localhost" } } as unknown as string[];

/**
 * Returns the bytes of the heap after garbage collection. Resolves only while the isolate is working, because an idle
 * one does not collect.
 * @param service of workerd's configuration; by default the only one
 * @throws if the inspector does not answer
 */
export async function readLiveHeap(inspectorPort: number, service = ""): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const targets = (await response.json()) as { title: string; webSocketDebuggerUrl: string }[];
  const target = targets.find(({ title, webSocketDebuggerUrl }) =>
    `${title} ${webSocketDebuggerUrl}`.includes(service),
  );
  if (target === undefined) throw new Error(`there is no isolate of ${service}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, FROM_HERE);
  try {
    await untilOpen(socket);
    // Objects that one collection frees may hold others, so it runs again.
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
