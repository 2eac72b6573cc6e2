import { newestOf } from "../../backup/backup-name.ts";
import { ApiError } from "../../deploy/api.ts";
import { bucketOf, type ListedObject } from "../../support/backup-bucket.ts";
import { toMegabytes } from "../../status/format.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export const bucketStep: Step = {
  id: "backup-bucket",
  title: "Bucket of backups",
  asks: "The login or token may list and read the backups in the bucket, as npm run backup -- --verify --remote does.",
  changes: null,
  lacks: ({ settings }) =>
    settings.backup_bucket === undefined ? "The settings have no backup_bucket." : null,
  async run({ cloudflare, settings }) {
    const bucket = bucketOf(cloudflare, settings.account_id, settings.backup_bucket ?? "");
    try {
      const objects = await bucket.list("signpost-");
      const newest = objects.find(({ key }) => key === newestOf(objects.map((one) => one.key)));
      if (newest === undefined) return [seen("It may list the bucket."), NO_BACKUP];
      const body = await bucket.download(newest.key);
      return [tellNewest(newest, objects.length), judgeStart(body === null ? 0 : await readStart(body))];
    } catch (error) {
      if (error instanceof ApiError) return [judgeRefusedBucket(error)];
      throw error;
    }
  },
};

const NO_BACKUP = unseen("The bucket has no backup yet, so none was read.");

export function judgeRefusedBucket(error: ApiError): Observation {
  return different("It may list and read what is in the bucket.", error.message);
}

function tellNewest({ key, size, last_modified: at }: ListedObject, count: number): Observation {
  const details = [
    ...(size === undefined ? [] : [toMegabytes(size)]),
    ...(at === undefined ? [] : [`written ${at}`]),
  ];
  const shown = details.length > 0 ? ` (${details.join(", ")})` : "";
  return seen(
    `It may list the bucket, which has ${count === 1 ? "1 backup" : `${count} backups`}. The newest is ${key}${shown}.`,
  );
}

/** @param bytes how many the first part of the body has */
export function judgeStart(bytes: number): Observation {
  if (bytes > 0) return seen("It may read the newest backup.");
  return different("It may read the newest backup.", "The answer is empty.");
}

/** Reads the first part only: a backup may have gigabytes. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<number> {
  for await (const part of body) {
    if (part.length > 0) return part.length;
  }
  return 0;
}
