import { MoreThan } from 'typeorm'
import type { EntityManager } from 'typeorm'
import { selectRows } from '../database/statements/select-rows.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import type { AddressProof } from './verification-code.js'

const lifetimeMs = 1_800_000

const codeIds = selectRows(VerificationCodeTable, ['id'])

/** Addresses that were verified before there was an account with them (contract: verification.9). */
export class AddressProofs {
  constructor(private readonly clock: () => number) {}

  /** For 30 minutes. The record of the address must be locked, so that no account is made meanwhile that misses this. */
  async remember(em: EntityManager, { emailKey, email }: Pick<AddressProof, 'emailKey' | 'email'>): Promise<void> {
    await em.delete(AddressProofTable, { emailKey })
    await em.insert(AddressProofTable, { emailKey, email, expiresAt: this.clock() + lifetimeMs })
  }

  /** The mailbox that was proved, once: in the write that makes an account with the address. */
  async consume(em: EntityManager, emailKey: string): Promise<string | undefined> {
    // a concurrent verification of the address either sees the account or is waited for here
    await codeIds(em, { where: [{ column: 'emailKey', is: '=', value: emailKey }], lock: 'update' })
    const proof = await em.findOneBy(AddressProofTable, { emailKey, expiresAt: MoreThan(this.clock()) })
    if (!proof) return undefined
    await em.delete(AddressProofTable, { emailKey })
    return proof.email
  }
}
