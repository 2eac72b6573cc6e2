import { useFetchClient } from "./fetch-client.js";
import { useHeyClient } from "./hey-client.js";
import type { Installation } from "./need.js";

/** Runs both clients; the installation comes as JSON. */
export async function run(installation: Installation): Promise<void> {
  await useFetchClient(installation);
  await useHeyClient(installation);
}
