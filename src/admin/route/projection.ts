import { newApp } from "../new-app.ts";
import { parseHostname } from "../../domain/parse-hostname.ts";
import { getProjection, type ProjectionView } from "../../services/projection/get-projection.ts";
import { projectAgain } from "../../services/projection/project-again.ts";
import { endpoint, optionalJsonBody } from "../endpoint.ts";
import { once } from "../once.ts";
import { answer, type AdminContext } from "../request-context.ts";
import { parseWith, stringField } from "../schema/field.ts";
import * as v from "valibot";

const PostBody = v.object({ host: v.optional(v.pipe(stringField, parseWith(parseHostname))) });

/** Routes of `/projection` (contract 19.13). */
export const projectionRoutes = newApp()
  .get("/", endpoint("viewer"), (c) => showProjection(c))
  .post("/", endpoint("owner"), optionalJsonBody(PostBody), once(showProjection), async (c) =>
    answer(await projectAgain(c.get("service"), c.req.valid("json")), toShape),
  );

async function showProjection(c: AdminContext) {
  return answer(await getProjection(c.get("service")), toShape);
}

function toShape({ behind, oldestSeconds }: ProjectionView) {
  return { behind, oldest_seconds: oldestSeconds };
}
