/**
 * Dead letters in the bucket of backups (contract 25.8): a full database cannot refuse them. A row of `dead_letters`
 * whose body is `IN_BUCKET` requests another attempt of one.
 */

export const LETTER_PREFIX = "dead-letter-";
export const IN_BUCKET = JSON.stringify("in the bucket");

/** Writes messages that a queue no longer delivers. A message that is delivered twice is one object. */
export async function putDeadLetters(
  bucket: R2Bucket,
  letters: { id: string; body: unknown; clicks: number | null }[],
): Promise<void> {
  await Promise.all(
    letters.map(({ id, body, clicks }) =>
      bucket.put(LETTER_PREFIX + id, JSON.stringify(body ?? null), {
        customMetadata: { clicks: String(clicks) },
      }),
    ),
  );
}

/** Returns the text of a dead letter; undefined if it is not there. */
export async function readDeadLetter(bucket: R2Bucket | undefined, id: string): Promise<string | undefined> {
  return (await bucket?.get(LETTER_PREFIX + id))?.text();
}

export async function deleteLetters(bucket: R2Bucket | undefined, ids: string[]): Promise<void> {
  if (ids.length > 0) await bucket?.delete(ids.map((id) => LETTER_PREFIX + id));
}

/** Counts dead letters, 1,000 at most. */
export async function countLetters(bucket: R2Bucket | undefined): Promise<number> {
  return (await bucket?.list({ prefix: LETTER_PREFIX }))?.objects.length ?? 0;
}
