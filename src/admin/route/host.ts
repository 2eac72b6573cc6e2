import { Hono } from "hono";
import * as v from "valibot";
import { connectHost } from "../../services/hosts/connect-host.ts";
import { readDraft } from "../body.ts";
import { answer, serviceFor, type AdminEnv } from "../request-context.ts";
import { hostField } from "../schema/record.ts";
import { toHostShape } from "../serialize/host.ts";

const ConnectBody = v.object({ host: hostField });

/** Hostnames (contract: `/host`; section 10). */
export const hostRoutes = new Hono<AdminEnv>().post("/", async (c) => {
  const service = serviceFor(c, "editor");
  const draft = await readDraft(c, ConnectBody);
  return answer(await connectHost(service, draft), toHostShape);
});
