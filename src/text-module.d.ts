/** A file that the Worker carries as text: the platform does not compile it. */
declare module "*.txt" {
  const text: string;
  export default text;
}
