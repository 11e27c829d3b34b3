import { hexOf } from './hex.js'

/** A name for one act, however often it is sent. `crypto.randomUUID` is missing on pages without HTTPS. */
export const newKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))
