import { moreThan } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import type { AddressProof } from './verification-code.js'

const lifetimeMs = 1_800_000

/** Addresses that were verified before an account with them existed (contract: verification.9). */
export class AddressProofs {
  constructor(private readonly clock: () => number) {}

  /**
   * Stores a proof for 30 minutes. The code record of the address must be locked, so that no account is created
   * concurrently without this proof.
   */
  async add(db: Queries, { emailKey, email }: Pick<AddressProof, 'emailKey' | 'email'>): Promise<void> {
    await db.delete(AddressProofTable, { emailKey })
    await db.insert(AddressProofTable, { emailKey, email, expiresAt: this.clock() + lifetimeMs })
  }

  /** Returns the proved mailbox and deletes the proof, in the transaction that creates the account. */
  async consume(db: Queries, emailKey: string): Promise<string | undefined> {
    // waits for a concurrent verification of the address; a later one sees the account
    await db.select(VerificationCodeTable, { emailKey }, { columns: ['id'], lock: 'update' })
    const proof = await db.selectOne(AddressProofTable, { emailKey, expiresAt: moreThan(this.clock()) })
    if (!proof) return undefined
    await db.delete(AddressProofTable, { emailKey })
    return proof.email
  }
}
