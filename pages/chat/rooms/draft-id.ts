import { tabStorage } from '../../ui/storage/browser-storage.js'

/** The name of a draft in the storage: another person can sign in in the same tab. */
export const draftKeyOf = (accountId: string | null, characterId?: string): string =>
  `new-${accountId ?? ''}${characterId === undefined ? '' : `-${characterId}`}`

interface StoredDraft {
  readonly id: string
  /** The greeting that the person has chosen. */
  readonly greetingIndex?: number
}

const storageKey = 'parley-drafts'
const stored = () => JSON.parse(tabStorage.read(storageKey) ?? '{}') as Readonly<Record<string, StoredDraft>>
const store = (drafts: Readonly<Record<string, StoredDraft | undefined>>) =>
  tabStorage.write(storageKey, JSON.stringify(drafts))

/**
 * The UUID of the room that a draft becomes. It decides the choices in the greeting, and a message that is sent again after a reload is the
 * same request.
 */
export function draftIdOf(draftKey: string): string {
  const id = stored()[draftKey]?.id
  return id ?? changed(draftKey, { id: newUuid() }).id
}

export const draftGreetingOf = (draftKey: string): number => stored()[draftKey]?.greetingIndex ?? 0

export const chooseDraftGreeting = (draftKey: string, greetingIndex: number): StoredDraft =>
  changed(draftKey, { id: draftIdOf(draftKey), greetingIndex })

function changed(draftKey: string, draft: StoredDraft): StoredDraft {
  store({ ...stored(), [draftKey]: draft })
  return draft
}

export const forgetDraftId = (draftKey: string): void => store({ ...stored(), [draftKey]: undefined })

/** At the sign-out. */
export const forgetDraftIds = (): void => tabStorage.write(storageKey, null)

/** Of version 4. `crypto.randomUUID` is missing on pages without HTTPS. */
function newUuid(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
