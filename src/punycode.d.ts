declare module "punycode/punycode.es6.js" {
  export { decode } from "punycode";
}
