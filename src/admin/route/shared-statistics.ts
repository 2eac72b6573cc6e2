import { findIn } from "../../databases-of.ts";
import type { ServiceContext } from "../../services/context.ts";
import type * as v from "valibot";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { SharedPart } from "../../domain/statistics-share.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { invalid, NOT_FOUND } from "../../services/result.ts";
import { checkPassword, findOpenShared, readShared } from "../../services/shared-statistics/read-shared.ts";
import {
  getShared,
  listShared,
  revokeShared,
  shareStatistics,
  type StoredShare,
} from "../../services/shared-statistics/shared-statistics.ts";
import { jsonBody, openEndpoint, within } from "../endpoint.ts";
import { HttpError, INVALID, toHttpError } from "../error.ts";
import { newApp } from "../new-app.ts";
import { once, renderSecret } from "../once.ts";
import { addressOf, limitAddress, tooMany } from "../rate-limit.ts";
import { answer, backgroundOf, idOf, json, unwrap } from "../request-context.ts";
import { ReadBody, ShareBody } from "../schema/shared-statistics.ts";
import type { SharedNumbers, SharedShape } from "../schema/shared-statistics-shape.ts";
import { toStatsShape } from "../serialize/stats.ts";

/** Routes of `/shared-statistics` (contract 37). */
export const sharedStatisticsRoutes = newApp()
  .get("/", within("manager"), async (c) =>
    answer(await listShared(c.get("service")), (shared) => ({ data: shared.map(toShape) })),
  )
  .post("/", within("manager"), jsonBody(ShareBody), once(renderSecret), async (c) => {
    const service = c.get("service");
    const { id, secret } = unwrap(await shareStatistics(service, c.req.valid("json")));
    const link = `${new URL(c.req.url).origin}/statistics#${secret}`;
    return answer(await getShared(service, id), (shared) => ({ ...toShape(shared), link }));
  })
  .delete("/:id", within("manager"), async (c) =>
    answer(await revokeShared(c.get("service"), idOf(c)), (data) => ({ data })),
  );

function toShape({ id, content, ...shared }: StoredShare): v.InferOutput<typeof SharedShape> {
  return {
    id,
    ...content,
    has_password: shared.passwordHash !== null,
    expires_at: formatTimestamp(shared.endsAtMs),
    created_by: shared.createdBy,
    created_at: formatTimestamp(shared.createdAtMs),
  };
}

/** What the page calls, which has no session. The secret is in the body, so that no log has it. */
export const openStatisticsRoutes = newApp().post("/", openEndpoint, jsonBody(ReadBody), async (c) => {
  const nowMs = Date.now();
  const address = addressOf(c.req.raw);
  await limitAddress(c.env, address, nowMs);
  const { fields, errors } = c.req.valid("json");
  if (fields.secret === undefined || hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
  const hash = await sha256Hex(fields.secret);
  const home = await findIn(c.env, ({ DB }) => findOpenShared(DB, hash, nowMs));
  if (home === null) throw toHttpError(NOT_FOUND.error);
  const { env, found: shared } = home;
  await requirePassword(env, shared, { password: fields.password ?? "", address, nowMs });
  const stats = unwrap(await readShared({ env, nowMs, background: backgroundOf(c) }, shared));
  const { from, to, interval, clicks, bots, refreshing, series, breakdowns, rest } = toStatsShape(stats);
  const { days: _, record: __, ...content } = shared.content;
  const only = (parts: object) =>
    Object.fromEntries(Object.entries(parts).filter(([part]) => content.shows.includes(part as SharedPart)));
  return json<SharedNumbers>(
    {
      ...content,
      workspace: shared.workspace,
      expires_at: formatTimestamp(shared.endsAtMs),
      // Named one by one: what is added to statistics later is not shared by itself.
      stats: {
        from,
        to,
        interval,
        clicks,
        bots,
        ...(refreshing && { refreshing }),
        series: [],
        ...only({ series }),
        breakdowns: only(breakdowns),
        rest: only(rest),
      },
    },
    { "X-Robots-Tag": "noindex" },
  );
});

const WRONG_PASSWORDS = 10;

/** @throws HttpError 403 without the right password, 429 after too many wrong ones, 503 if it cannot be checked */
async function requirePassword(
  env: ServiceContext["env"],
  shared: StoredShare,
  guess: Parameters<typeof checkPassword>[2],
): Promise<void> {
  const verdict = await checkPassword(env, shared, guess);
  switch (verdict.kind) {
    case "wrong":
      throw new HttpError(403, INVALID, { errors: { password: [refuse("wrong_password")] } });
    case "locked":
      throw tooMany(WRONG_PASSWORDS, verdict.retryAfterSeconds, guess.nowMs);
    case "unavailable":
      throw new HttpError(503, refuse("storage"));
  }
}
