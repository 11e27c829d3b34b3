import { moreThan } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import type { AddressProof } from './verification-code.js'

const lifetimeMs = 1_800_000

/** Addresses that were verified before there was an account with them (contract: verification.9). */
export class AddressProofs {
  constructor(private readonly clock: () => number) {}

  /** For 30 minutes. The record of the address must be locked, so that no account is made meanwhile that misses this. */
  async remember(db: Queries, { emailKey, email }: Pick<AddressProof, 'emailKey' | 'email'>): Promise<void> {
    await db.delete(AddressProofTable, { emailKey })
    await db.insert(AddressProofTable, { emailKey, email, expiresAt: this.clock() + lifetimeMs })
  }

  /** Returns and deletes the proved mailbox, in the write that creates an account with the address. */
  async consume(db: Queries, emailKey: string): Promise<string | undefined> {
    // a concurrent verification of the address either sees the account or is waited for here
    await db.select(VerificationCodeTable, { emailKey }, { columns: ['id'], lock: 'update' })
    const proof = await db.selectOne(AddressProofTable, { emailKey, expiresAt: moreThan(this.clock()) })
    if (!proof) return undefined
    await db.delete(AddressProofTable, { emailKey })
    return proof.email
  }
}
