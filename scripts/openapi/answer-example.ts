import type * as v from "valibot";
import { ChangeShape } from "../../src/admin/schema/change-shape.ts";
import { HostShape } from "../../src/admin/schema/host-shape.ts";
import { MemberShape, WorkspaceShape } from "../../src/admin/schema/workspace-shape.ts";
import { AnyRecordShape, LinkShape, RedirectShape } from "../../src/admin/schema/record-shape.ts";
import {
  BlocklistShape,
  DeletedShape,
  DoorKeyShape,
  FacetsShape,
  FileShape,
  TokenShape,
} from "../../src/admin/schema/shape.ts";
import { shared } from "./operation/shared-statistics.ts";
import { stats } from "./stats-example.ts";
import { SharedShape } from "../../src/admin/schema/shared-statistics-shape.ts";
import { DeliveryShape, WebhookShape } from "../../src/admin/schema/webhook-shape.ts";
import { StatsShape } from "../../src/admin/schema/stats-shape.ts";
import * as example from "./example.ts";
import { PLANNED_CHANGE } from "./operation/change.ts";
import type { Answer } from "./operation.ts";

const EXAMPLES = new Map<Answer, unknown>([
  [AnyRecordShape, example.anyRecord],
  [BlocklistShape, example.blocklist],
  [ChangeShape, PLANNED_CHANGE],
  [DeletedShape, example.deleted],
  [FacetsShape, example.facets],
  [FileShape, example.file],
  [HostShape, example.host],
  [LinkShape, example.link],
  [MemberShape, example.member],
  [RedirectShape, example.redirect],
  [StatsShape, stats],
  [DoorKeyShape, example.doorKey],
  [TokenShape, example.token],
  [WebhookShape, example.webhook],
  [SharedShape, shared],
  [DeliveryShape, example.delivery],
  [WorkspaceShape, example.workspace],
]);

type AnySchema = v.GenericSchema & { options?: AnySchema[]; entries?: { data: { item: AnySchema } } };

/** Returns the example of a shape, or of a page of it. A page of one of several shapes has the first. */
export function answerExample(answer: Answer): unknown {
  const known = EXAMPLES.get(answer);
  if (known !== undefined || typeof answer === "string") return known;
  const { options, entries } = answer as AnySchema;
  if (options?.[0] !== undefined) return answerExample(options[0]);
  return entries?.data === undefined ? undefined : example.page(answerExample(entries.data.item));
}
