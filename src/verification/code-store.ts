import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@parley/runtime'
import { atMost, moreThan, not, oneOf, plus, type Queries } from '@parley/statements'
import { VerificationCodeTable } from '../database/tables/verification.js'
import type { CodeDigest } from './code-digest.js'
import type { VerificationCode, VerificationType } from './verification-code.js'

const codeLifetimeMs = 300_000
const pauseMs = 30_000
const tries = 5
/** How long an expired code is reported as expired before it counts as unknown. */
const expiredReportMs = 3_600_000

/** The address and the purpose of a code. */
export type Addressee = Pick<VerificationCode, 'emailKey' | 'type' | 'email'>

export type Outcome =
  | { readonly kind: 'match'; readonly record: VerificationCode }
  | { readonly kind: 'invalid' | 'expired' | 'not_found' }

/** The records of codes: one for each address and purpose (contract: verification.1). */
export class CodeStore {
  constructor(
    private readonly digest: CodeDigest,
    private readonly clock: () => number,
  ) {}

  /**
   * Stores a code for 300 s, replacing the previous one, and returns when it expires. Without a code it stores a record
   * that looks the same but matches none. Throws RATE_LIMITED less than 30 s after the previous one, used or not. If
   * another instance is first, the insert violates a unique index and the caller must retry.
   */
  async issue(db: Queries, { emailKey, type, email }: Addressee, code: string | undefined): Promise<number> {
    const now = this.clock()
    const codeHash = code === undefined ? this.digest.unmatchable() : this.digest.digest(code, { emailKey, type })
    const values = { email, codeHash, attempts: 0, sentAt: now, expiresAt: now + codeLifetimeMs }
    const rested = { emailKey, type, sentAt: atMost(now - pauseMs) }
    if ((await db.update(VerificationCodeTable, rested, values)) === 1) return values.expiresAt
    const last = await db.selectOne(VerificationCodeTable, { emailKey, type })
    if (last) throw new AppError('RATE_LIMITED', { retryAfterMs: Math.min(last.sentAt + pauseMs - now, pauseMs) })
    await db.insert(VerificationCodeTable, { emailKey, type, ...values })
    return values.expiresAt
  }

  /**
   * Tries a code on the records of an address. The try is counted before the comparison, and a record with five tries
   * is not tried again. Concurrent tries wait for each other, so all are counted. A match uses up the record.
   */
  async check(
    db: Queries,
    address: { emailKey: string; types: readonly VerificationType[] },
    code: string,
  ): Promise<Outcome> {
    const now = this.clock()
    const found = await db.select(
      VerificationCodeTable,
      { emailKey: address.emailKey, type: oneOf(address.types) },
      { orderBy: { id: 'asc' }, lock: 'update' },
    )
    const unused = found.filter(({ codeHash }) => codeHash !== null)
    const live = unused.filter(({ expiresAt }) => expiresAt > now)
    if (live.length === 0) {
      const isReported = unused.some(({ expiresAt }) => expiresAt > now - expiredReportMs)
      return { kind: isReported ? 'expired' : 'not_found' }
    }
    const ids = live.map(({ id }) => id)
    await db.update(
      VerificationCodeTable,
      { id: oneOf(ids), attempts: atMost(tries - 1), codeHash: not(null) },
      { attempts: plus(1) },
    )
    const record = live.find((one) => this.#matches(one, code))
    if (!record) {
      await db.update(VerificationCodeTable, { id: oneOf(ids), attempts: moreThan(tries - 1) }, { codeHash: null })
      return { kind: 'invalid' }
    }
    await db.update(VerificationCodeTable, { id: record.id }, { codeHash: null })
    // for the other records this was not a wrong try
    const others = ids.filter((id) => id !== record.id)
    if (others.length > 0) await db.update(VerificationCodeTable, { id: oneOf(others) }, { attempts: plus(-1) })
    return { kind: 'match', record }
  }

  /** Invalidates a sent code. */
  async withdraw(db: Queries, { emailKey, type }: Pick<Addressee, 'emailKey' | 'type'>): Promise<void> {
    await db.update(VerificationCodeTable, { emailKey, type }, { codeHash: null })
  }

  #matches(record: VerificationCode, code: string): boolean {
    const expected = Buffer.from(record.codeHash ?? '')
    const sent = Buffer.from(this.digest.digest(code, record))
    return expected.length === sent.length && timingSafeEqual(expected, sent)
  }
}
