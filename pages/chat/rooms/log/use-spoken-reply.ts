import { useEffect, useRef } from 'react'
import type { RoomState } from '@parley/client'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { plainText } from '../../markdown/plain-text.js'
import { withCharacters } from '../../markdown/with-characters.js'

/** A longer reply is cut: the person can read it in the log. */
const spokenLength = 600

let startedId: string | undefined

/** The reply to the message that has created a room: it can be complete before the screen of the room is shown. */
export const expectReply = (generationId: string): void => {
  startedId = generationId
}

/** Announces a complete reply to screen readers. Its pieces would interrupt each other, and a stopped reply is not announced. */
export function useSpokenReply({ reply, generations }: RoomState, partner: string): void {
  const announce = useAnnounce()
  const running = useRef(startedId)
  useEffect(() => {
    if (reply) {
      running.current = reply.id
      return
    }
    const ended = generations.find(({ id }) => id === running.current)
    if (!ended) return
    running.current = undefined
    startedId = undefined
    const said = ended.status === 'COMPLETED' ? (ended.entry?.outputData ?? '') : ''
    if (said !== '') announce(`${partner}: ${plainText(said, withCharacters).slice(0, spokenLength)}`)
  }, [reply, generations, partner, announce])
}
