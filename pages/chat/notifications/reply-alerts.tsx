import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RoomData } from '@parley/client'
import { useRooms } from '@parley/client/react'
import { navigate } from '../../ui/navigation/route.js'
import { markTitle } from '../../ui/navigation/use-title.js'
import { browserStorage, storageKey } from '../../ui/storage/browser-storage.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { useNotificationChoice } from './notification-choice.js'
import { inView } from './tab-in-view.js'
import { words } from './words.js'

interface ReplyAlertsProps {
  /** The rooms when the person first looked away. */
  readonly before: readonly RoomData[]
}

/** Marks the title of a tab out of sight with the number of chats that have a new reply, and notifies the person of each. */
export function ReplyAlerts({ before: first }: ReplyAlertsProps) {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const [{ rooms }] = useRooms({ archived: false })
  const { state } = useNotificationChoice()
  const [isHidden, setHidden] = useState(document.hidden)
  // how many replies each room had when the person looked away, or when it was first listed
  const seen = useRef(new Map(first.map(({ id, replyCount }) => [id, replyCount])))
  const shown = useRef<Notification[]>([])
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const notify = useEffectEvent((room: RoomData) => {
    if (state !== 'on') return
    void once(`${room.id} ${room.replyCount}`, () => {
      const notification = new Notification(roomTitle(room, assistant), { body: text.ready, tag: room.id })
      notification.onclick = () => {
        focus()
        navigate(`/rooms/${room.id}`)
      }
      shown.current.push(notification)
    })
  })
  useEffect(() => {
    const counts = seen.current
    let count = 0
    for (const room of rooms) {
      const { id, replyCount, unread } = room
      const before = counts.get(id)
      if (!isHidden || before === undefined) counts.set(id, replyCount)
      else if (unread && replyCount > before) {
        count += 1
        notify(room)
      }
    }
    markTitle(count === 0 ? '' : `(${count}) `)
    if (isHidden) return
    for (const notification of shown.current.splice(0)) notification.close()
  }, [rooms, isHidden])
  useEffect(() => () => markTitle(''), [])
  return null
}

const keptKeys = 20

/** Runs in one of the tabs of this browser, and in none while one of them is in view. */
async function once(key: string, run: () => void): Promise<void> {
  await navigator.locks.request(storageKey('parley-notification'), async () => {
    const { held = [] } = await navigator.locks.query()
    const keys = browserStorage.read('parley-notified')?.split(',') ?? []
    if (keys.includes(key)) return
    // also one that is not shown now: the person has seen the mark in the list
    browserStorage.write('parley-notified', [...keys.slice(1 - keptKeys), key].join(','))
    if (!held.some(({ name }) => name === inView)) run()
  })
}
