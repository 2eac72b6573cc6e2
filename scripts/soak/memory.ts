import { readdir, readFile } from "node:fs/promises";

/** Bytes that the runtimes which this process started hold in memory. Linux only. */
export async function readMemory(): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(pids.map(memoryOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function memoryOf(pid: string): Promise<number> {
  try {
    // pid (name) state ppid …
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent !== process.pid || !stat.includes("(workerd")) return 0;
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** A heap breathes: what it may hold more at the end than when it was warm. */
const MOST_GROWTH = 1.25;
const MOST_MORE_BYTES = 48e6;

/** Whether memory is about what it was when the first third of the time was over. */
export function isFlat(samples: number[]): boolean {
  const { warm, last } = summarize(samples);
  return last <= warm * MOST_GROWTH + MOST_MORE_BYTES;
}

/** Medians, in bytes, of the second third of the samples and of the last. */
export function summarize(samples: number[]): { warm: number; last: number } {
  const third = Math.floor(samples.length / 3);
  return { warm: medianOf(samples.slice(third, 2 * third)), last: medianOf(samples.slice(2 * third)) };
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
