import { type Database, deleteInSlices, lessThan, oneOf, type Table, type Where } from '@parley/statements'
import { AccountNoticeTable } from '../database/tables/account-notices.js'
import { AuditEntryTable } from '../database/tables/audit-log.js'
import { DataExportTable } from '../database/tables/data-exports.js'
import { GenerationTable } from '../database/tables/generations.js'
import { IdempotencyKeyTable } from '../database/tables/idempotency-keys.js'
import { InvitationTable } from '../database/tables/invitations.js'
import { PasswordLinkTable } from '../database/tables/password-links.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { RateCountTable } from '../database/tables/rate-limits.js'
import { FactorChallengeTable } from '../database/tables/second-factors.js'
import { ServiceKeyTable } from '../database/tables/service-keys.js'
import { SessionTable } from '../database/tables/sessions.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import { ModelUsageTable, UsageCountTable } from '../database/tables/usage.js'
import { idempotencyMs, limits } from '../limits.js'
import type { Files } from '../files/files.js'
import type { Images } from '../images/images.js'
import type { TestRooms } from '../rooms/test-rooms.js'
import { finalStatuses } from '../replies/generation.js'

/** How long the link of a notice works (contract: users.22). */
const noticeMs = 7 * 24 * 60 * 60 * 1000
/** How long an act of an administrator or operator is kept. */
const auditMs = 365 * 24 * 60 * 60 * 1000
const modelUsageMs = limits.usageDays * 24 * 60 * 60 * 1000
/** How long an expired code is reported as expired (contract: verification.7). */
const expiredCodeMs = 60 * 60 * 1000

/** Deletes data whose retention time has passed. Several instances may sweep the same store. */
export class Sweeper {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly images: Images
      readonly files: Pick<Files, 'sweep'>
      readonly testRooms: Pick<TestRooms, 'sweep'>
      readonly clock: () => number
      /** How long an ended generation stays readable, in milliseconds. */
      readonly generationRetentionMs: number
    },
  ) {}

  /**
   * Deletes ended generations after their retention, idempotency keys after 24 h (contract: common.12), images unused
   * for 1 h, data exports, test conversations of authors and files without a message after 24 h, rate limits and usage after their window, codes an hour after their expiry,
   * expired sessions, notices to owners after 7 days, acts of administrators after a year, usage per day after 90 days,
   * and expired address proofs, reset tokens, invitations and challenges of second factors.
   */
  async sweep(): Promise<void> {
    const { database, images, files, testRooms, clock, generationRetentionMs } = this.options
    const now = clock()
    const remove = <Row extends object>(table: Table<Row>, expired: Where<NoInfer<Row>>) =>
      deleteInSlices(database, async (db, rows) => (await db.deleteSome(table, expired, rows)) === rows)
    await remove(GenerationTable, {
      status: oneOf(finalStatuses),
      finishedAt: lessThan(now - generationRetentionMs),
    })
    await remove(RateCountTable, { expiresAt: lessThan(now) })
    await remove(UsageCountTable, { endsAt: lessThan(now) })
    await remove(ModelUsageTable, { endsAt: lessThan(now - modelUsageMs) })
    await remove(IdempotencyKeyTable, { createdAt: lessThan(now - idempotencyMs) })
    await remove(ServiceKeyTable, { createdAt: lessThan(now - idempotencyMs) })
    await remove(VerificationCodeTable, { expiresAt: lessThan(now - expiredCodeMs) })
    await remove(AddressProofTable, { expiresAt: lessThan(now) })
    await remove(DataExportTable, { status: oneOf(['READY', 'FAILED']), expiresAt: lessThan(now) })
    await remove(SessionTable, { expiresAt: lessThan(now) })
    await remove(InvitationTable, { expiresAt: lessThan(now) })
    await remove(PasswordResetTable, { expiresAt: lessThan(now) })
    await remove(PasswordLinkTable, { expiresAt: lessThan(now) })
    await remove(FactorChallengeTable, { expiresAt: lessThan(now) })
    await remove(AccountNoticeTable, { occurredAt: lessThan(now - noticeMs) })
    await remove(AuditEntryTable, { occurredAt: lessThan(now - auditMs) })
    await testRooms.sweep()
    await files.sweep()
    await images.sweep()
  }
}
