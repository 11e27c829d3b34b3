import type { MessageSender as StoredSender } from '@parley/chat-log-store'
import type { MessageSender } from '../../schema/rooms/message-sender.js'

/** The sender of a message as clients read it. */
export function shownSender(sender: StoredSender | null | undefined): MessageSender | null {
  return sender ? { personaId: sender.persona?.id ?? null, personaName: sender.persona?.name ?? null } : null
}
