import type * as v from "valibot";
import { HostShape } from "./host-shape.ts";
import { RECORD_SHAPES } from "./record-shape.ts";
import { SharedShape } from "./shared-statistics-shape.ts";
import { WebhookShape } from "./webhook-shape.ts";
import { MemberShape, WorkspaceShape } from "./workspace-shape.ts";

/** The names of the members that a resource has in any of its answers, which a write may repeat (contract 9.20). */
export const SHOWN = {
  host: namesOf(HostShape),
  member: namesOf(MemberShape),
  record: namesOf(...RECORD_SHAPES),
  shared: namesOf(SharedShape),
  webhook: namesOf(WebhookShape),
  workspace: namesOf(WorkspaceShape),
};

function namesOf(...shapes: v.ObjectSchema<v.ObjectEntries, undefined>[]): string {
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape.entries)))].join(" ");
}
