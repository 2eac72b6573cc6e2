/** The request by which a gate's form sends a password. */
export const PASSWORD_FORM = (password: string) => ({
  method: "POST",
  body: new URLSearchParams({ password }),
});
