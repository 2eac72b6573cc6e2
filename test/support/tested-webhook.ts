import { requireOk, type Site } from "./site.ts";

/** Makes a webhook of one hostname, with an entry in its log. */
export async function makeTestedWebhook({ call }: Pick<Site, "call">, host: string): Promise<string> {
  const body = { url: `https://${host}.hook.example/`, events: ["link.created"], hosts: [host] };
  const { id } = requireOk(await call("POST", "/webhooks", body)).body;
  requireOk(await call("POST", `/webhooks/${id}/test`));
  return id as string;
}
