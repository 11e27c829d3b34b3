import { hash, randomBytes } from 'node:crypto'
import { AppError } from '@parley/runtime'
import { moreThan, type Queries } from '@parley/statements'
import { AddressProofTable } from '../database/tables/verification.js'
import type { AddressProof } from './verification-code.js'

const proofLifetimeMs = 1_800_000

/** Proofs of mailboxes for the registration of an account with the address (contract: verification.9). */
export class AddressProofs {
  constructor(private readonly clock: () => number) {}

  /** Stores a proof for 30 minutes, in place of an earlier one, and returns its token. Locks nothing: the caller has locked the code. */
  async add(db: Queries, { emailKey, email }: Pick<AddressProof, 'emailKey' | 'email'>): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await db.delete(AddressProofTable, { emailKey })
    const expiresAt = this.clock() + proofLifetimeMs
    await db.insert(AddressProofTable, { emailKey, email, tokenHash: hashOf(token), expiresAt })
    return token
  }

  /**
   * Uses up the proof of this token, in the transaction that creates the account of the mailbox. Throws BAD_USER_INPUT
   * with `unknown_registration_token` for a token that is wrong, expired or used, or that proves another mailbox.
   */
  async redeem(db: Queries, token: string, isMailbox: (email: string) => boolean): Promise<void> {
    const where = { tokenHash: hashOf(token), expiresAt: moreThan(this.clock()) }
    const proof = await db.selectOne(AddressProofTable, where)
    if (!proof || !isMailbox(proof.email)) throw unknownToken()
    // of two concurrent registrations the second one deletes nothing
    if ((await db.delete(AddressProofTable, { id: proof.id })) !== 1) throw unknownToken()
  }
}

// a token is too long to guess, so its hash needs neither key nor salt
const hashOf = (token: string) => hash('sha256', token)

function unknownToken(): AppError {
  const message = 'This registration token is wrong, expired or used, or of another address'
  const fields = [{ path: ['input', 'registrationToken'], rule: 'unknown_registration_token' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}
