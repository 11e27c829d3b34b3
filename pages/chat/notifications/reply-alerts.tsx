import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RoomData } from '@parley/client'
import { useRooms } from '@parley/client/react'
import { navigate } from '../../ui/navigation/route.js'
import { markTitle } from '../../ui/navigation/use-title.js'
import { browserStorage, storageKey } from '../../ui/storage/browser-storage.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { newNotification, useNotificationChoice } from './notification-choice.js'
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
  // as they were when the person looked away: how many replies each room had, and the last change of any
  const seen = useRef(new Map(first.map(({ id, replyCount }) => [id, replyCount])))
  const lastChange = useRef(first[0]?.updatedAt)
  // the effect sees a room again with each change of the list
  const handled = useRef(new Set<string>())
  const shown = useRef<Notification[]>([])
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const notify = useEffectEvent((room: RoomData) => {
    const key = `${room.id} ${room.replyCount}`
    if (state !== 'on' || handled.current.has(key)) return
    handled.current.add(key)
    void once(key, () => {
      const notification = newNotification(roomTitle(room, assistant), { body: text.ready, tag: room.id })
      if (!notification) return
      notification.onclick = () => {
        focus()
        navigate(`/rooms/${room.id}`)
      }
      shown.current.push(notification)
    })
  })
  useEffect(() => {
    const counts = seen.current
    const last = lastChange.current
    let count = 0
    for (const room of rooms) {
      const { id, replyCount, unread, updatedAt } = room
      // one that was not listed, such as an old one, is listed when a reply in it ends
      const isChanged = last !== undefined && updatedAt > last
      const before = counts.get(id) ?? (isChanged ? replyCount - 1 : replyCount)
      counts.set(id, isHidden ? before : replyCount)
      if (!isHidden || !unread || replyCount <= before) continue
      count += 1
      notify(room)
    }
    if (!isHidden || last === undefined) lastChange.current = rooms[0]?.updatedAt
    markTitle(count === 0 ? '' : `(${count}) `)
    if (isHidden) return
    for (const notification of shown.current.splice(0)) notification.close()
  }, [rooms, isHidden])
  useEffect(() => () => markTitle(''), [])
  return null
}

/** As many as one event of the rooms has at most: another tab may handle it later. */
const keptKeys = 50

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
