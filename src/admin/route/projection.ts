import { Hono } from "hono";
import * as v from "valibot";
import { parseHostname } from "../../domain/hostname.ts";
import { getProjection, type ProjectionView } from "../../services/projection/get-projection.ts";
import { projectAgain } from "../../services/projection/project-again.ts";
import { endpoint, optionalJsonBody } from "../endpoint.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import { ProjectionShape } from "../schema/shape.ts";

const PostBody = v.object({ host: v.optional(v.pipe(stringField, parseWith(parseHostname))) });

const tag = "Hostnames";

/** What the edge knows of the workspace's hostnames. */
export const projectionRoutes = new Hono<AdminEnv>()
  .get(
    "/",
    endpoint({
      role: "viewer",
      tag,
      summary: "Tell how far the edge is behind",
      description: "Counts the snapshots of the workspace's hostnames that are still to be written to KV.",
      answer: ProjectionShape,
    }),
    async (c) => json(toShape(await getProjection(c.get("service")))),
  )
  .post(
    "/",
    endpoint({
      role: "owner",
      tag,
      summary: "Write what the edge knows anew",
      description:
        "Every snapshot of one hostname, or of all of the workspace, is written to KV once more, in the background. It is never needed as long as nobody has changed KV or D1 from outside.",
      answer: ProjectionShape,
      errors: [400, 413, 415, 422],
    }),
    optionalJsonBody(PostBody),
    async (c) => {
      return answer(await projectAgain(c.get("service"), c.req.valid("json")), toShape);
    },
  );

function toShape({ behind, oldestSeconds }: ProjectionView) {
  return { behind, oldest_seconds: oldestSeconds };
}
