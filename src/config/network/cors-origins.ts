import { Complaint, type Fields, type Rule } from '../fields.js'
import { readOrigin } from '../rules.js'

/** The origins of other sites whose pages may call this service. */
export interface CorsOrigins {
  /** Whether pages of every site may (`*`). */
  readonly any: boolean
  /** Whether pages that this machine serves may, on any port (`loopback`). */
  readonly loopback: boolean
  /** Origins in browser spelling: `https://chat.example`. */
  readonly listed: readonly string[]
}

/** In development the front end of a project may be on any port of the same machine; in production its origin is known. */
export function readCorsOrigins(fields: Fields, isProduction: boolean): CorsOrigins {
  return fields.read('CORS_ORIGINS', originWords, { any: false, loopback: !isProduction, listed: [] })
}

/** `*`, `loopback` and origins, separated by commas. */
const originWords: Rule<CorsOrigins> = (text) => {
  const words = text.split(',').map((part) => part.trim())
  const faulty = words.findIndex((word) => word !== '*' && word !== 'loopback' && readOrigin(word) === undefined)
  if (faulty < 0) {
    const listed = words.flatMap((word) => readOrigin(word) ?? [])
    return { any: words.includes('*'), loopback: words.includes('loopback'), listed }
  }
  const place = String(faulty + 1)
  return new Complaint(
    `must be *, or loopback and origins such as https://chat.example, separated by commas; number ${place} is none`,
  )
}
