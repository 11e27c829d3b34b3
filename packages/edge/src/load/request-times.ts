/** Timeouts for a request's headers and for a whole request, and how often they are checked, in milliseconds. */
export const requestTimes = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
} as const

/**
 * The bytes that the target and all headers of a request may have: as many as nginx accepts by default. Node's own 16 KiB are less
 * than browsers send where other programs of the same host have set cookies.
 */
export const headerBytes = 32_768

/** Beyond these the parser gives up, and the request cannot be read far enough to answer a browser with a page. */
export const maxHeaderSize = 65_536

/** The header fields that a request may have. Each costs about a microsecond, however short it is. */
export const headerFields = 256

/**
 * Of HTTP/1.1, Node.js 20 and 22 keep one more and drop the rest: such a request is refused before its fields are used.
 * Node.js 24 refuses it.
 */
export const maxHeadersCount = headerFields + 1
