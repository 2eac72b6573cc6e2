import type { Answered, Answers, Asked, Question } from "./message.ts";

/** The page side of the reader. */

type Kind = keyof Answers;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Reads files in a worker thread, so that the page stays responsive. */
export class Reader {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker: Promise<Worker>;
  private isClosed = false;
  private holders = 0;
  private count = 0;

  constructor() {
    this.worker = this.start();
  }

  /** @throws Error if the reader cannot be started, or fails */
  async ask<Asks extends Question>(
    question: Asks,
    transfer: Transferable[] = [],
  ): Promise<Answers[Asks["kind"]]> {
    const worker = await this.worker;
    const id = ++this.count;
    return await new Promise<Answers[Asks["kind"] & Kind]>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Asked, transfer);
    });
  }

  /** Does work that needs the reader until its end, even if the reader is closed meanwhile. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    this.holders++;
    try {
      return await work();
    } finally {
      this.holders--;
      this.endIfUnused();
    }
  }

  close(): void {
    this.isClosed = true;
    this.endIfUnused();
  }

  private endIfUnused(): void {
    if (!this.isClosed || this.holders > 0) return;
    void this.worker.then(
      (worker) => worker.terminate(),
      () => {},
    );
  }

  private async start(): Promise<Worker> {
    const { WORKER_URL } = await import("./worker.ts");
    const worker = new Worker(WORKER_URL, { type: "module" });
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener("message", () => resolve(), { once: true });
      worker.addEventListener(
        "error",
        (event) => reject(new Error(event.message || "The reader did not start.")),
        {
          once: true,
        },
      );
    });
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => this.settle(data));
    worker.addEventListener("error", (event) => this.fail(new Error(event.message)));
    return worker;
  }

  private settle({ id, answer, error }: Answered): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer as never);
    else waiting?.reject(new Error(error));
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
