/** Enough for any form with a password, which has at most 128 characters. */
const MAX_BYTES = 8_192;

/** Returns the field `password` of the gate's form; null if it is missing. Reads at most MAX_BYTES. */
export async function readPasswordField(request: Request): Promise<string | null> {
  try {
    const bytes = await readAtMost(request.body, MAX_BYTES);
    if (bytes === null) return null;
    const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
    const form = await new Response(bytes, { headers }).formData();
    const field = form.get("password");
    return typeof field === "string" && field !== "" ? field : null;
  } catch {
    // The body is not a form, or the form was cut off: no password was sent.
    return null;
  }
}

async function readAtMost(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  most: number,
): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
