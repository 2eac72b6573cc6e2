import { selectUserNames } from "../../storage/user/read.ts";
import type { ServiceContext } from "../context.ts";
import type { RecordView } from "./types.ts";

export interface CreatorView extends RecordView {
  creatorName: string;
}

/** Adds the names of their creators to records that a service returned to the caller. */
export async function withCreators(ctx: ServiceContext, views: RecordView[]): Promise<CreatorView[]> {
  const names = await selectUserNames(
    ctx.env.DB,
    views.map(({ record }) => record.createdBy),
  );
  return views.map((view) => ({ ...view, creatorName: names.get(view.record.createdBy) ?? "" }));
}
