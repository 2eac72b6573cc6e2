import type { ServiceContext } from "../context.ts";
import type { Result } from "../result.ts";
import { viewOf } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

export async function getChange(ctx: ServiceContext, id: string): Promise<Result<ChangeView>> {
  return viewOf(ctx, id);
}
