import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../scripts/cli/program.ts";

/** What becomes of the command line's own waiting: the API is played, so that a change takes as long as a test needs. */

const ID = "0198c0de-7a10-7000-8000-000000000001";
const COUNTS = { created: 600, changed: 0, deleted: 0, unchanged: 0, invalid: 0, conflicts: 0 };
const CHANGE = {
  id: ID,
  counts: COUNTS,
  total: 600,
  progress: { done: 1, total: 3 },
  undo_conflicts: 0,
  undo_until: null,
  warnings: [],
  confirm: null,
  owner: null,
};

/** Changes as an installation lists them; one of release 0.2 has no labels. */
const LISTED = [{ owner: "shop", label: "file.json" }, { label: "links.csv" }, {}].map((named) => ({
  ...CHANGE,
  ...named,
  kind: "upsert",
  state: "applied",
  created_by: { name: "Ada" },
  created_at: "2026-01-01T00:00:00.000Z",
}));

/**
 * Runs a command while a change passes through states, one a question. `calls` are those that write, with their bodies.
 * @param isRefused says whether the installation knows a field of a body not
 */
async function run(words: string[], states: string[], isRefused: (body: string) => boolean = () => false) {
  const [printed, hints, calls, bodies]: [string[], string[], string[], string[]] = [[], [], [], []];
  const remaining = [...states];
  const answer = (path: string): unknown => {
    if (path.includes("/rows")) return { data: [], meta: { cursor: { next: null } } };
    if (path.endsWith("/projection")) return { behind: 0 };
    return { ...CHANGE, state: remaining.length > 1 ? remaining.shift() : remaining[0] };
  };
  const exitCode = await runProgram(words, {
    env: { SIGNPOST_URL: "http://localhost", SIGNPOST_TOKEN: "sp_x", HOME: "/nowhere" },
    network: {
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        if (init?.method !== undefined && init.method !== "GET") {
          calls.push(pathname);
          bodies.push(typeof init.body === "string" ? init.body : "");
          const errors = { label: ["is not a field"] };
          if (isRefused(bodies.at(-1) ?? "")) return Response.json({ message: "", errors }, { status: 422 });
        }
        const isList = calls.length === 0 && pathname.endsWith("/changes");
        return Response.json(isList ? { data: LISTED, meta: { cursor: { next: null } } } : answer(pathname));
      },
      sleep: async () => {},
    },
    terminal: {
      print: (text) => printed.push(text),
      note: (text) => printed.push(text),
      progress: () => () => {},
      onInterrupt: (text) => {
        hints.push(text);
        return () => hints.push("settled");
      },
      prompt: null,
    },
  }).catch((error: unknown) => (error instanceof Error ? error.message : ""));
  return { exitCode, printed: printed.join("\n"), hints, calls, bodies };
}

describe("who comes back after Ctrl-C", () => {
  it("[29.4] waits for a change that is being applied, and applies nothing twice", async () => {
    const { exitCode, printed, hints, calls } = await run(["apply", ID], ["applying", "applying", "applied"]);
    expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: [] });
    expect(printed).toContain("Applied.");
    expect(hints).toEqual([expect.stringMatching(`apply ${ID}\n.*changes stop ${ID}$`), "settled"]);
  });

  it("[29.4] waits for a plan, and shows it", async () => {
    const { exitCode, hints, calls } = await run(["apply", ID], ["planning", "planning", "planned"]);
    expect({ exitCode, calls }).toEqual({ exitCode: 3, calls: [] });
    expect(hints[0]).toMatch(`signpost apply ${ID} shows it`);
  });

  it("[29.4] is told where there is no plan any more", async () => {
    const { exitCode, calls } = await run(["apply", ID, "--yes"], ["undone"]);
    expect(calls).toEqual([]);
    expect(exitCode).toBe(`The change ${ID} is undone: there is no plan to apply.`);
  });

  it("[29.5] waits for a change that is being undone", async () => {
    const { exitCode, hints, calls } = await run(["undo", ID], ["undoing", "undoing", "undone"]);
    expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: [] });
    expect(hints[0]).toContain(`signpost undo ${ID}`);
  });
});

it("[28.2] labels an import with the name of its file, unless the installation takes no label", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signpost-"));
  const file = join(folder, "links.csv");
  await writeFile(file, "source,destination\nold.example/a,https://new.example/a\n");
  const now = await run(["import", file], ["planned"]);
  expect(now.bodies[0]).toContain('"label":"links.csv"');
  const before = await run(["import", file], ["planned"], (body) => body.includes('"label"'));
  await rm(folder, { recursive: true });
  expect(before.exitCode).toBe(3);
  expect(before.bodies.slice(0, 2).map((body) => body.includes('"label"'))).toEqual([true, false]);
});

it("[28.2] lists changes with their owner, or else their label", async () => {
  const { printed } = await run(["changes", "list"], ["applied"]);
  const kinds = printed
    .split("\n")
    .slice(1)
    .map((line) => /upsert.*?(?=  )/.exec(line)?.[0]);
  expect(kinds).toEqual(["upsert shop", "upsert links.csv", "upsert"]);
});
