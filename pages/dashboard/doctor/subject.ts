import type { Finding } from './use-examination.js'

interface Owner {
  readonly kind: 'account' | 'character' | 'persona'
  readonly id: string
}

const pictured = { CHARACTERS: 'character', PERSONAS: 'persona', ACCOUNTS: 'account' } as const
const isPictured = (part: string): part is keyof typeof pictured => Object.hasOwn(pictured, part)

/** To whom or to what the subject of a finding belongs, as far as the subject says it. */
export function ownerOf({ part, kind, subject }: Pick<Finding, 'part' | 'kind' | 'subject'>): Owner | null {
  // such as `office:4f0c…:47`
  if (kind === 'LOG_WITHOUT_RECORD') {
    const id = subject.split(':').slice(2).join(':')
    return id === '' ? null : { kind: 'account', id }
  }
  return kind === 'PICTURE_WITHOUT_IMAGE' && isPictured(part) ? { kind: pictured[part], id: subject } : null
}
