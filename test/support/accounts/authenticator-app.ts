import { totpCode } from '../../../src/second-factors/totp.js'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app with this secret, in base32, shows at an instant. */
export function codeOf(secret: string, now: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), Math.floor(now / stepMs))
}
