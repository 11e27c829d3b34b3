import type { Logger } from '@parley/runtime'
import { lessThan, type Queries } from '@parley/statements'
import { RecoveryCodeTable, SecondFactorTable } from '../database/tables/second-factors.js'
import type { FactorSecrets } from './factor-secrets.js'
import type { Passkeys } from './passkeys.js'
import type { SecondFactor } from './second-factor.js'
import { stepOfCode } from './totp.js'

/** What a client sends as the second factor: one of them. */
export interface FactorProof {
  /** Six digits of an authenticator app. */
  readonly code?: string | null | undefined
  readonly recoveryCode?: string | null | undefined
  /** The JSON text of the response of a browser to the request of a passkey. */
  readonly passkey?: string | null | undefined
}

/** Spends what was proved, in a transaction with the account locked. False when it was spent before, or is gone. */
export type Spend = (db: Queries) => Promise<boolean>

const none: Spend = () => Promise.resolve(false)

/** Checks of a second factor. Each code is valid once: one conditional write decides. */
export class FactorProofs {
  constructor(
    private readonly options: {
      readonly secrets: FactorSecrets
      readonly passkeys: Passkeys
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** Checks a proof against the factors of an account, and returns how it is spent. */
  async check(
    userId: number,
    { token, factors }: { readonly token: string; readonly factors: readonly SecondFactor[] },
    { code, recoveryCode, passkey }: FactorProof,
  ): Promise<Spend> {
    if (typeof code === 'string') return this.#code(factors, code)
    if (typeof passkey === 'string') return this.#passkey(token, passkey, factors)
    if (typeof recoveryCode !== 'string') return none
    const codeHash = this.options.secrets.recoveryHash(userId, recoveryCode)
    return async (db) => (await db.delete(RecoveryCodeTable, { userId, codeHash })) === 1
  }

  #code(factors: readonly SecondFactor[], code: string): Spend {
    const now = this.options.clock()
    for (const { id, userId, secret } of factors) {
      const key = secret === null ? undefined : this.options.secrets.unseal(userId, secret)
      const step = key && stepOfCode(key, code.replaceAll(/\s/g, ''), now)
      if (step !== undefined)
        return async (db) =>
          (await db.update(
            SecondFactorTable,
            { id, usedStep: lessThan(step) },
            { usedStep: step, lastUsedAt: now },
          )) === 1
    }
    return none
  }

  async #passkey(token: string, response: string, factors: readonly SecondFactor[]): Promise<Spend> {
    const used = await this.options.passkeys.used(token, response, factors)
    if (!used) return none
    const { id, counter, isBehind } = used
    if (isBehind) this.options.log.warn({ factorId: id }, 'passkey.counter_behind')
    const lastUsedAt = this.options.clock()
    return async (db) => (await db.update(SecondFactorTable, { id }, { counter, lastUsedAt })) === 1
  }
}
