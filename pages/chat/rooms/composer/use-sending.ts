import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { RoomState } from '@parley/client'
import { outboxOf, type Draft, type MessageTarget, type Outbox, type OutboxState } from './outbox.js'

export interface Sending extends OutboxState, Pick<Outbox, 'forgetChosen'> {
  readonly outbox: Outbox
  readonly searchAccess: boolean
  readonly write: (change: Partial<Draft>) => void
  readonly sendDraft: () => void
  /** Sends a message that is not the draft. */
  readonly send: (message: Draft) => void
  readonly retry: () => void
}

/** The draft and the messages of a room. */
export function useSending(room: MessageTarget, { generations }: RoomState, searchAccess: boolean): Sending {
  const outbox = useMemo(() => outboxOf(room.id), [room.id])
  const state = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot)
  const sent = state.pending?.generation
  // newer ones replace it in the room
  const isShown = sent && generations.some(({ id, createdAt }) => id === sent.id || createdAt > sent.createdAt)
  useEffect(() => {
    if (isShown) outbox.shown()
  }, [isShown, outbox])
  const send = useCallback(
    (message: Draft) => void outbox.send(room, message, searchAccess),
    [outbox, room, searchAccess],
  )
  return {
    ...state,
    pending: isShown ? undefined : state.pending,
    searchAccess,
    write: outbox.write,
    outbox,
    forgetChosen: outbox.forgetChosen,
    sendDraft: () => void outbox.sendDraft(room, searchAccess),
    send,
    retry: () => void outbox.retry(room, searchAccess),
  }
}
