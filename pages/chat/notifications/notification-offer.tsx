import { useEffect, useEffectEvent } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { useNotificationChoice } from './notification-choice.js'
import { words } from './words.js'

/** Offers notifications once in a browser, when the first slow reply has ended before the eyes of the person. */
export function NotificationOffer({ isOver }: { readonly isOver: boolean }) {
  const text = useWords(words)
  const announce = useAnnounce()
  const [made, make] = useStoredValue('parley-notifications-offered')
  const { isUndecided, turn } = useNotificationChoice()
  const offer = useEffectEvent(() => {
    if (made !== null || !isUndecided || document.hidden) return
    make('yes')
    announce(text.offer, { label: text.turnOn, run: () => turn(true) })
  })
  useEffect(() => {
    if (isOver) offer()
  }, [isOver])
  return null
}
