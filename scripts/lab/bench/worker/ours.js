// The Worker as it is deployed, with fakes for services that workerd does not have: database, limiters, attempts.
import worker from "index.js";

const host = (name, misses) => ({
  host: name,
  seq: 1,
  workspace_id: name === "go.example.com" ? "w" : null,
  force_https: 0,
  ssl_issued_at: 1,
  not_found_url: null,
  expired_url: null,
  blocked: "[]",
  behind_since: null,
  prefix_depths: "[]",
  shapes: "[]",
  hsts: null,
  misses,
  preview_off: 0,
  files: null,
  has_queries: 0,
  has_forwarding: 0,
  own_paths: "[]",
});

// Knows the hostname, and no record: what a visit of an unknown alias finds.
function answer({ sql, parameters }, misses) {
  if (sql.includes("h.force_https")) return JSON.parse(parameters[0]).map((name) => host(name, misses));
  if (sql.includes("AS has_queries")) {
    return JSON.parse(parameters[1]).map((slot) => ({
      host: "go.example.com",
      slot,
      seq: 0,
      has_queries: 0,
      file: null,
    }));
  }
  return [];
}

const database = (misses) => ({
  prepare: (sql) => ({ bind: (...parameters) => ({ sql, parameters }) }),
  batch: async (statements) => statements.map((statement) => ({ results: answer(statement, misses) })),
});
const limiter = { limit: async () => ({ success: true }) };

let complete = null;

export default {
  fetch(request, env, context) {
    complete ??= {
      ...env,
      DB: database(env.MISSES ?? null),
      MISS_LIMITER: limiter,
      API_LIMITER: limiter,
      UNAUTHENTICATED_LIMITER: limiter,
      ATTEMPTS: {},
      HEARTBEAT: {},
      LIMITS: {},
    };
    return worker.fetch(request, complete, context);
  },
};
