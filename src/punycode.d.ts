declare module "punycode/punycode.es6.js" {
  export { default } from "punycode";
}
