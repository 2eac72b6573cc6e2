import { connect, type Socket } from "node:net";

/** Sends bytes that HTTP clients refuse to send (latin1), and returns all bytes that come back on the connection. */

export interface RawExchange {
  answers: { status: number; location: string | null; isFromWorker: boolean }[];
  text: string;
}

/** Sends and reads until the other side closes; the last request has to ask for that, or be refused. */
export async function exchange(port: number, bytes: string): Promise<RawExchange> {
  const { socket, closed } = open(port);
  socket.write(Buffer.from(bytes, "latin1"));
  return closed;
}

/** A connection that stays open until the caller ends it. */
export function open(port: number): { socket: Socket; closed: Promise<RawExchange> } {
  const chunks: Buffer[] = [];
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<RawExchange>((resolve) => {
    socket.on("data", (chunk) => chunks.push(chunk));
    // A reset after the answer is a way to close, too.
    socket.on("error", () => {});
    socket.on("close", () => resolve(readExchange(Buffer.concat(chunks).toString("latin1"))));
  });
  return { socket, closed };
}

function readExchange(text: string): RawExchange {
  const heads = text.split(/(?=HTTP\/1\.[01] \d{3} )/).filter((part) => part !== "");
  const answers = heads.map((part) => {
    const [head = ""] = part.split("\r\n\r\n", 1);
    return {
      status: Number(head.split(" ")[1]),
      location: /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? null,
      // All that the worker answers says how it may be cached; what the runtime refuses does not.
      isFromWorker: /^cache-control: /im.test(head),
    };
  });
  return { answers, text };
}
