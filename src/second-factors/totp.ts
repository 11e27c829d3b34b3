import { createHmac, randomBytes } from 'node:crypto'

const stepMs = 30_000
const digits = 6
const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** RFC 4648 without padding, as authenticator apps read it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(parseInt(five.padEnd(5, '0'), 2))).join('')
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(
  secret: Buffer,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

/** The code of a step: RFC 6238 with SHA-1 and six digits, which every authenticator app computes. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is: the current one, or the one before or after it, since clocks differ. Undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMs)
  return [current, current - 1, current + 1].find((step) => step >= 0 && totpCode(secret, step) === code)
}
