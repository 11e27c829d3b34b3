import { limits } from '../limits.js'

export interface PlaceholderNames {
  readonly char: string
  readonly user: string
}

/** The name of a caller without an account. */
export const guestName = 'User'

export const hasPlaceholder = (text: string) => /\{\{(?:char|user)\}\}/i.test(text)
export const hasUserPlaceholder = (text: string) => /\{\{user\}\}/i.test(text)

/**
 * Replaces `{{char}}` and `{{user}}`, in any case, by the names. A placeholder in a name stays. The text grows by at most
 * 65,535 code units: placeholders beyond that stay.
 */
export function expandPlaceholders(text: string, { char, user }: PlaceholderNames): string {
  let room: number = limits.characterTextLength
  return text.replace(/\{\{(char|user)\}\}/gi, (placeholder: string, word: string) => {
    const name = word.toLowerCase() === 'char' ? char : user
    room -= Math.max(0, name.length - placeholder.length)
    return room < 0 ? placeholder : name
  })
}
