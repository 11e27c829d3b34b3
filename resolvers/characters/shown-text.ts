import { expandPlaceholders, guestName, hasPlaceholder, hasUserPlaceholder } from '../../src/characters/placeholders.js'
import type { RequestContext } from '../context/request-context.js'

type Shown = string | null

/** A text of a character for the caller, with names for placeholders; the dashboard shows the stored text. */
export function shownText(
  text: Shown,
  { name: char }: { readonly name: string },
  { caller, loaders }: RequestContext,
): Shown | Promise<Shown> {
  if (text === null || caller.kind === 'service' || !hasPlaceholder(text)) return text
  const withNames = (user: string) => expandPlaceholders(text, { char, user })
  if (caller.kind !== 'user' || !hasUserPlaceholder(text)) return withNames(guestName)
  return loaders.user.load(caller.id).then((user) => withNames(user?.username ?? guestName))
}
