import { useRef, useState } from 'react'
import type { ParleyError, Room, RoomState } from '@parley/client'
import { useAction } from '../../../ui/forms/use-action.js'

export interface Picture {
  readonly id: string
  /** The address of the stored picture. */
  readonly url: string
}

/** A message that the server has not accepted yet, or whose reply the room does not show yet. */
export interface PendingMessage {
  readonly text: string
  readonly imageUrl: string | undefined
}

export interface Sending {
  readonly pending: PendingMessage | undefined
  readonly error: ParleyError | null
  readonly isRunning: boolean
  /** Resolves to whether the server has accepted the message. */
  readonly send: (text: string, picture?: Picture) => Promise<boolean>
  readonly clear: () => void
}

interface Draft {
  readonly text: string
  readonly imageId: string | undefined
  readonly idempotencyKey: string
}

/** Sends the messages of a room. The same message after a failure has the same key, so that it is sent once. */
export function useSending(room: Room, { generations }: RoomState, searchAccess: boolean): Sending {
  const draft = useRef<Draft>(undefined)
  const [pending, setPending] = useState<PendingMessage & { readonly generationId?: string }>()
  const { run, isRunning, error, clear } = useAction(async (text: string, picture?: Picture) => {
    const imageId = picture?.id
    if (draft.current?.text !== text || draft.current.imageId !== imageId)
      draft.current = { text, imageId, idempotencyKey: newKey() }
    const message = { text, imageUrl: picture?.url }
    setPending(message)
    try {
      const { idempotencyKey } = draft.current
      const { generation } = await room.send(text, { idempotencyKey, searchAccess, ...(imageId && { imageId }) })
      draft.current = undefined
      setPending({ ...message, generationId: generation.id })
    } catch (failure) {
      setPending(undefined)
      throw failure
    }
  })
  const isShown = generations.some(({ id }) => id === pending?.generationId)
  return { pending: isShown ? undefined : pending, error, isRunning, send: run, clear }
}

/** `crypto.randomUUID` exists on secure pages only. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-')
