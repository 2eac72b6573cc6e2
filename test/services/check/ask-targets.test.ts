import { refuse } from "../../../src/domain/refusal/refusal.ts";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "../../../src/domain/time.ts";
import {
  askTargets,
  MAX_A_DAY,
  NEW_MEMORY,
  type HostMemory,
} from "../../../src/services/check/ask-targets.ts";
import { resumeSteps } from "../../../src/jobs/step-runner.ts";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { dnsJson } from "../../support/dns.ts";
import { createSite, requireOk } from "../../support/site.ts";
import { jobRun } from "../../support/job-run.ts";

const HOST = "https://target.example";
const NOON = Date.UTC(2026, 0, 5, 12);

let memory: HostMemory;
let nowMs: number;
let asked: string[];
let agents: Set<string | null>;
let answerOf: (path: string) => Response;

beforeEach(() => {
  memory = structuredClone(NEW_MEMORY);
  nowMs = NOON;
  asked = [];
  agents = new Set();
  answerOf = (path) => new Response(path === "/robots.txt" ? "User-agent: *\nDisallow: /no" : "ok");
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname !== "target.example")
      return dnsJson({ name: url.searchParams.get("name") ?? "", type: "A" });
    asked.push(url.pathname);
    agents.add(new Headers(init?.headers).get("User-Agent"));
    return answerOf(url.pathname);
  });
});

afterEach(() => vi.restoreAllMocks());

const ask = (...paths: string[]) =>
  askTargets(
    paths.map((path) => HOST + path),
    {
      env: { ...env, MONITOR_ALLOW: "target.example" },
      memory,
      clock: () => nowMs,
      wait: async (ms) => (nowMs += ms),
    },
  );

it("[30.16] asks a host five times a second at most, and its robots.txt once a day", async () => {
  const answers = await ask("/a", "/no", "/b");
  expect(answers).toEqual([
    { url: `${HOST}/a`, answer: { status: 200, location: null, reason: null } },
    { url: `${HOST}/no`, answer: { status: null, location: null, reason: refuse("target_robots") } },
    { url: `${HOST}/b`, answer: { status: 200, location: null, reason: null } },
  ]);
  expect(asked).toEqual(["/robots.txt", "/a", "/b"]);
  expect(nowMs - NOON).toBe(3 * 200);
  await ask("/c");
  nowMs += DAY_MS;
  await ask("/d");
  expect(asked.slice(3)).toEqual(["/c", "/robots.txt", "/d"]);
  expect([...agents]).toEqual([expect.stringMatching(/^Signpost-Check \(\+https:\/\/.+\/about-checks\)$/)]);
});

it("[30.16] asks it no more on a day than it may, and goes on the next day", async () => {
  await ask("/a");
  memory.asked = MAX_A_DAY - 1;
  const midnight = (Math.floor(NOON / DAY_MS) + 1) * DAY_MS;
  expect(await ask("/b", "/c")).toEqual([
    expect.objectContaining({ answer: expect.anything() }),
    { url: `${HOST}/c`, dueAtMs: midnight },
  ]);
  nowMs = midnight;
  expect(await ask("/c")).toEqual([expect.objectContaining({ answer: expect.anything() })]);
});

it("[30.16] remembers a bounded number of origins of a host, however many ports are named", async () => {
  const tools = {
    env: { ...env, MONITOR_ALLOW: "target.example" },
    memory,
    clock: () => nowMs,
    wait: async (ms: number) => (nowMs += ms),
  };
  const ports = Array.from({ length: 60 }, (_, index) => `${HOST}:${8000 + index}/a`);
  await askTargets(ports, tools);
  expect(asked).toHaveLength(120);
  expect(Object.keys(memory.robots).length).toBeLessThanOrEqual(20);
});

it("[30.16] reads robots.txt of a host's own origin once a day, however many ports are named", async () => {
  const tools = {
    env: { ...env, MONITOR_ALLOW: "target.example" },
    memory,
    clock: () => nowMs,
    wait: async () => {},
  };
  const urls = Array.from({ length: 60 }, (_, index) => [`${HOST}:${8000 + index}/a`, `${HOST}/b`]).flat();
  await askTargets(urls, tools);
  expect(asked.filter((path) => path === "/robots.txt")).toHaveLength(61);
  expect(Object.keys(memory.robots)).toHaveLength(20);
});

it("[30.17] waits as long as Retry-After says, and reports where a target redirects to", async () => {
  answerOf = (path) =>
    path === "/busy"
      ? new Response(null, { status: 429, headers: { "Retry-After": "120" } })
      : new Response(null, { status: 301, headers: { Location: "/on" } });
  const [moved, busy, behind] = await ask("/moved", "/busy", "/behind");
  expect(moved).toEqual({ url: `${HOST}/moved`, answer: { status: 301, location: "/on", reason: null } });
  expect(busy).toEqual({ url: `${HOST}/busy`, dueAtMs: nowMs + 120_000 });
  expect(behind).toEqual({ url: `${HOST}/behind`, dueAtMs: nowMs + 120_000 });
  expect(asked).not.toContain("/behind");
  nowMs += 120_000;
  answerOf = () => new Response(null, { status: 404 });
  expect(await ask("/busy")).toEqual([
    { url: `${HOST}/busy`, answer: { status: 404, location: null, reason: null } },
  ]);
});

it("[30.17] asks no address that is not public", async () => {
  const tools = { env, memory, clock: () => nowMs, wait: async () => {} };
  const [finding] = await askTargets(["http://127.0.0.1/x"], tools);
  expect(finding).toMatchObject({
    answer: { status: null, reason: refuse("own_place") },
  });
  const [inner] = await askTargets(["http://10.0.0.1/x"], tools);
  expect(inner).toMatchObject({ answer: { status: null, reason: refuse("not_public") } });
  expect(asked).toEqual([]);
});

it("[30.16] a check asks the targets of its redirects by the object of their host", async () => {
  const site = await createSite();
  await site.createRedirect("/out", { destination: "http://10.0.0.1/out#top" });
  const urls = [`http://${site.host}/out`, `http://${site.host}/no`];
  const { id } = requireOk(await site.call("POST", "/checks", { urls, ask_targets: true })).body;
  while (await continueCheck(env, id, Date.now));
  await continueCheck(env, id, Date.now);
  expect(requireOk(await site.call("GET", `/checks/${id}`)).body).toMatchObject({
    state: "done",
    targets: { total: 1, open: 0 },
  });
  const { data } = requireOk(await site.call("GET", `/checks/${id}/rows`)).body;
  expect(data[0].target).toEqual({
    url: "http://10.0.0.1/out",
    status: null,
    location: null,
    reason: "has an address that is not public",
    reason_code: { code: "not_public", values: {} },
  });
  expect(data[1].target).toBeNull();
});

it("[30.17] a check waits for a target as long as it may, and asks it when it is due", async () => {
  const site = await createSite();
  await site.createRedirect("/out", { destination: "http://10.0.0.1/out" });
  const urls = [`http://${site.host}/out`];
  const { id } = requireOk(await site.call("POST", "/checks", { urls, ask_targets: true })).body;
  const dueAtMs = Date.now() + 2 * DAY_MS;
  await continueCheck(env, id, Date.now);
  await env.DB.prepare("UPDATE check_targets SET due_at = ?2 WHERE check_id = ?1").bind(id, dueAtMs).run();
  const send = vi.spyOn(env.WATCH, "sendBatch").mockResolvedValue({} as never);
  for (let minute = 0; minute < 30; minute++) {
    await resumeSteps("check-urls", jobRun(env, dueAtMs - 1));
    await continueCheck(env, id, () => dueAtMs - 1);
  }
  expect(JSON.stringify(send.mock.calls)).not.toContain(id);
  expect(requireOk(await site.call("GET", `/checks/${id}`)).body).toMatchObject({ state: "asking" });
  await resumeSteps("check-urls", jobRun(env, dueAtMs));
  expect(JSON.stringify(send.mock.calls)).toContain(id);
  await continueCheck(env, id, () => dueAtMs);
  expect(requireOk(await site.call("GET", `/checks/${id}`)).body).toMatchObject({
    state: "done",
    targets: { total: 1, open: 0 },
  });
});

it("[30.17] follows a robots.txt that redirects, five times at most", async () => {
  const hop = (to: string) => new Response("moved", { status: 301, headers: { Location: to } });
  const pages: Record<string, () => Response> = {
    "/robots.txt": () => hop("/1"),
    "/1": () => hop("/2"),
    "/2": () => hop("/3"),
    "/3": () => hop("/4"),
    "/4": () => hop("/5"),
    "/5": () => new Response("User-agent: *\nDisallow: /no"),
    "/6": () => new Response("User-agent: *\nDisallow: /"),
  };
  answerOf = (path) => pages[path]?.() ?? new Response("ok");
  expect(await ask("/no", "/yes")).toEqual([
    { url: `${HOST}/no`, answer: { status: null, location: null, reason: refuse("target_robots") } },
    { url: `${HOST}/yes`, answer: { status: 200, location: null, reason: null } },
  ]);
  expect(asked).toEqual(["/robots.txt", "/1", "/2", "/3", "/4", "/5", "/yes"]);
  expect(nowMs - NOON).toBe(7 * 200);
  pages["/5"] = () => hop("/6");
  nowMs += DAY_MS;
  expect(await ask("/no")).toMatchObject([{ answer: { status: 200 } }]);
  expect(asked).not.toContain("/6");
});

it("[30.17] follows robots.txt to another scheme and port of its host, and to no other host", async () => {
  const urls: string[] = [];
  const pages: Record<string, () => Response> = {};
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    urls.push(href);
    return pages[href]?.() ?? new Response("ok");
  });
  const hop = (to: string) => () => new Response("moved", { status: 302, headers: { Location: to } });
  const rules = () => new Response("User-agent: *\nDisallow: /");
  pages["http://target.example/robots.txt"] = hop(`${HOST}:8443/robots.txt`);
  pages[`${HOST}:8443/robots.txt`] = rules;
  pages[`${HOST}/robots.txt`] = hop("https://victim.example/search?q=expensive");
  pages["https://victim.example/search?q=expensive"] = rules;
  const allowing = { ...env, MONITOR_ALLOW: "target.example,victim.example" };
  const tools = { env: allowing, memory, clock: () => nowMs, wait: async () => {} };
  const [held, free] = await askTargets(["http://target.example/a", `${HOST}/a`], tools);
  expect(held).toMatchObject({ answer: { reason: refuse("target_robots") } });
  expect(free).toMatchObject({ answer: { status: 200 } });
  expect(urls).toEqual([
    "http://target.example/robots.txt",
    `${HOST}:8443/robots.txt`,
    `${HOST}/robots.txt`,
    `${HOST}/a`,
  ]);
});

it("[30.17] follows robots.txt to no port that is not public", async () => {
  answerOf = () => new Response(null, { status: 302, headers: { Location: `${HOST}:8443/robots.txt` } });
  const allowing = { ...env, MONITOR_ALLOW: "target.example:443" };
  await askTargets([`${HOST}/a`], { env: allowing, memory, clock: () => nowMs, wait: async () => {} });
  expect(asked).toEqual(["/robots.txt", "/a"]);
});

it("[30.17] follows robots.txt to no address of another host, and leaves no answer open", async () => {
  const answers: Response[] = [];
  answerOf = (path) => {
    const headers = { Location: "http://10.0.0.1/robots.txt" };
    const answer = new Response("text", path === "/robots.txt" ? { status: 302, headers } : { status: 404 });
    answers.push(answer);
    return answer;
  };
  expect(await ask("/a")).toMatchObject([{ answer: { status: 404 } }]);
  expect(asked).toEqual(["/robots.txt", "/a"]);
  answerOf = () => {
    const answer = new Response("none", { status: 404 });
    answers.push(answer);
    return answer;
  };
  nowMs += DAY_MS;
  await ask("/b");
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true, true]);
});
