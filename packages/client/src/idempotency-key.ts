/** A name for one act, however often it is sent. `crypto.randomUUID` is missing on pages without HTTPS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
