import { useState } from 'react'
import { useStoredValue } from '../../ui/theme/stored-value.js'

/** Null where only a service worker may show notifications, as on phones. */
export function newNotification(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Whether the browser can show notifications of this page while it is open. */
function canNotify(): boolean {
  if (!isSecureContext || !('Notification' in window) || !('locks' in navigator)) return false
  if (Notification.permission === 'granted') return true
  // without the permission it shows nothing
  const notification = newNotification('')
  notification?.close()
  return notification !== null
}

export interface NotificationChoice {
  readonly state: 'impossible' | 'refused' | 'on' | 'off'
  /** Whether the browser would ask the person. */
  readonly isUndecided: boolean
  /** Called by an act of the person, without which browsers do not ask. This page asks once. */
  readonly turn: (isOn: boolean) => Promise<void>
}

/** Whether this browser notifies the person of replies. */
export function useNotificationChoice(): NotificationChoice {
  const [stored, store] = useStoredValue('parley-notifications')
  const [isPossible] = useState(canNotify)
  const [, setAnswer] = useState<NotificationPermission>()
  // also that of another tab
  const permission = isPossible ? Notification.permission : 'denied'
  const turn = async (isOn: boolean) => {
    if (!isOn) return store(null)
    const answer = await Notification.requestPermission()
    setAnswer(answer)
    if (answer === 'granted') store('on')
  }
  const state = !isPossible
    ? 'impossible'
    : permission === 'denied'
      ? 'refused'
      : permission === 'granted' && stored === 'on'
        ? 'on'
        : 'off'
  return { state, isUndecided: isPossible && permission === 'default', turn }
}
