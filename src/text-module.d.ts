/** A file in the Worker as text, which the platform does not compile. */
declare module "*.txt" {
  const text: string;
  export default text;
}
