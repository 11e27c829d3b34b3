import type { ErrorDetails, ParleyError } from '@parley/client'

/** What the server asks for beside the password. */
export interface SecondStep {
  readonly challenge: string
  readonly methods: NonNullable<ErrorDetails['methods']>
  readonly passkeyOptions: object | null
}

/** One of these proves a second factor. */
export interface FactorProof {
  readonly code?: string
  readonly recoveryCode?: string
  readonly passkey?: string
}

/** The second step that an error asks for; null for any other error. */
export function secondStepOf(error: ParleyError | null): SecondStep | null {
  const { challenge, methods = [], passkeyOptions = null } = error?.details ?? {}
  if (error?.code !== 'SECOND_FACTOR_REQUIRED' || challenge === undefined) return null
  return { challenge, methods, passkeyOptions }
}
