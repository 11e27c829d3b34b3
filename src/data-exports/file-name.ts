/** Of names that systems shorten or refuse: with an ending and 4 bytes for each character under 255 bytes. */
const mostCharacters = 50
// separators, wildcards, control characters, marks of direction, and halves of characters
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu
/** Devices of Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A name that every system stores, without an ending; empty if nothing of the text is left. */
export function fileNameOf(text: string): string {
  const cleaned = text.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ')
  const short = [...cleaned].slice(0, mostCharacters).join('')
  return short.replaceAll(/^[\s.~-]+|[\s.]+$/g, '').replace(device, '_$&')
}
