import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The Firefox that the system has, driven by WebDriver BiDi: playwright needs a Firefox of its own. */
export interface Firefox {
  /** Opens a URL in the one tab. Resolves when the navigation has begun. */
  open(url: string): Promise<void>;
  close(): Promise<void>;
}

const USUAL_PATHS = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** Returns where Firefox is, in FIREFOX_PATH or where systems have it; null for nowhere. */
export function findFirefox(): string | null {
  return process.env["FIREFOX_PATH"] || (USUAL_PATHS.find((path) => existsSync(path)) ?? null);
}

/** Starts a Firefox with a profile of its own, and with settings by their names in about:config. The caller closes it. */
export async function launchFirefox(
  executable: string,
  settings: Record<string, string | boolean> = {},
): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "signpost-firefox-"));
  const lines = Object.entries(settings).map(
    (setting) => `user_pref(${setting.map((part) => JSON.stringify(part)).join()});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(executable, args, { stdio: ["ignore", "ignore", "pipe"] });
  const send = await connect(`${await addressOf(child)}/session`);
  await send("session.new", { capabilities: {} });
  const { context } = (await send("browsingContext.create", { type: "tab" })) as { context: string };
  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "none" })),
    async close() {
      // To end by itself takes it many seconds, and nothing of it is kept.
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the address of the socket, which Firefox prints. Rejects with all that it said if it ends before. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (text: Buffer) => {
      said += String(text);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)\n/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`Firefox ended: ${said}`)));
  });
}

interface Reply {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Returns what sends a command and resolves with its result. */
async function connect(address: string): Promise<(method: string, params: object) => Promise<unknown>> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id ?? -1)?.(reply);
  });
  socket.addEventListener("close", () => {
    for (const end of waiting.values()) end({ error: "Firefox hung up" });
  });
  await once(socket, "open");
  return async (method, params) => {
    const id = ++lastId;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await replied;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
}
