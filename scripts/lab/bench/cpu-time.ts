import { readdir, readFile } from "node:fs/promises";

/** Nanoseconds that all threads of a process have spent on a processor, as the kernel counts them. Linux only. */
export async function readCpuTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const schedule = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(schedule.split(" ")[0]);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
