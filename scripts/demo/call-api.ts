import { CommandError } from "../support/command.ts";

export interface Api {
  /** Ends in `/v1`. */
  url: string;
  token: string;
}

/** One call of the API; text is sent as an HTML page. Throws CommandError for all but success. */
export async function callApi<T>(
  { url, token }: Api,
  method: string,
  path: string,
  body?: object | string,
): Promise<T> {
  const isPage = typeof body === "string";
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": isPage ? "text/html" : "application/json",
    },
    ...(body !== undefined && { body: isPage ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) {
    const sent = isPage ? path : `${path} ${JSON.stringify(body)}`;
    throw new CommandError(`${method} ${sent} was answered ${response.status}: ${answer}`);
  }
  return JSON.parse(answer) as T;
}
