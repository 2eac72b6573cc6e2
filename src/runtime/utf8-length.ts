/** Returns the number of bytes of a text in UTF-8, without a copy: texts may have tens of megabytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Both halves of a surrogate pair are four bytes together.
    const isTwo = unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff);
    bytes += isTwo ? 1 : 2;
  }
  return bytes;
}
