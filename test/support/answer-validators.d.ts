/** Made from docs/openapi.json when the tests start, see vitest.config.ts. */
declare module "virtual:answer-validators" {
  interface Validator {
    (value: unknown): boolean;
    errors?: { instancePath: string; message?: string; params: object }[] | null;
  }
  export const validators: Record<string, Validator>;
}
