import type { FieldFault } from '@parley/runtime'
import { refusedInput } from './refused-input.js'

/** The agreement to the terms at registration. */
export interface TermsAnswer {
  readonly eulaAgreed?: boolean | null | undefined
  readonly privacyAgreed?: boolean | null | undefined
  readonly marketingAgreed?: boolean | null | undefined
}

interface Agreement {
  readonly eulaAgreed: true
  readonly privacyAgreed: true
  readonly marketingAgreed: boolean
}

/**
 * The agreement to record; `undefined` where terms are optional (contract: earlier-lines.7) and the caller sent neither
 * answer. With one answer both are required. Throws BAD_USER_INPUT with `required` or `must_agree`.
 */
export function requireAgreement(answer: TermsAnswer, areOptional: boolean): Agreement | undefined {
  const { eulaAgreed, privacyAgreed, marketingAgreed } = answer
  if (areOptional && isAbsent(eulaAgreed) && isAbsent(privacyAgreed)) return undefined
  if (eulaAgreed && privacyAgreed) return { eulaAgreed, privacyAgreed, marketingAgreed: marketingAgreed ?? false }
  throw refusedInput([
    ...faultOf('eulaAgreed', eulaAgreed, 'Please accept the terms of service'),
    ...faultOf('privacyAgreed', privacyAgreed, 'Please accept the privacy policy'),
  ])
}

function faultOf(key: string, agreed: boolean | null | undefined, request: string): FieldFault[] {
  const path = ['input', key]
  if (isAbsent(agreed)) return [{ path, rule: 'required', message: 'Agreement is required' }]
  return agreed ? [] : [{ path, rule: 'must_agree', message: request }]
}

function isAbsent(agreed: boolean | null | undefined): agreed is null | undefined {
  return agreed === null || agreed === undefined
}
