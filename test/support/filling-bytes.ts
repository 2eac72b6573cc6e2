/** Values of the filling that are bytes. */

/** `{"country":{"DE":[2,4]}}` as gzip, hexadecimal. */
export const MONTH_BODY =
  "1f8b0800000000000203ab564ace2fcd2b29aa54b2aa56727155b28a36d23189adad05007e727dcb18000000";
/** The list of the row that the change has deleted, in the same way. */
export const GONE_CHUNK =
  "1f8b08000000000002034d4fdb0e833008fd179ebdd4275d7fc5eca1b3689b616b5a5c9618ff7d7426cb7820c0398703e301de8206d5dd864959ac7bd3a9ba574ad54349ea17dd001538132c611241763171bd2792e9466642d007b89859b02536f836eb46d84c7115428e7bba184f1f8a9dc01317a561276dbbc480709e15909742879da8828479a7b2cf2221a315fe0b53f63180ee2a78e01cd377a9c5cc3e181624831ec1316f59b7eddf1197c35d1ccccce5816271de3f77c83ff9ff000000";
/** The row `{"host":"go.example.com","alias":"x","destination":"https://example.com/x"}` in a list, in the same way. */
export const SENT_ROWS =
  "1f8b08000000000002038bae56cac82f2e51b2524acfd74bad48cc2dc849d54bcecf55d2514accc94c2c064a5400d929a9c5259979892599f97940918c929282622b7d7d24f5fa154ab5b1006fd7e6c64d000000";
