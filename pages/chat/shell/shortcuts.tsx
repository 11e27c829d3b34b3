import { useEffect, useEffectEvent, useState } from 'react'
import { latePart } from './late-part.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { shortcuts, showShortcuts } from './shortcut-keys.js'

const ShortcutSheet = latePart(({ ShortcutSheet }) => ShortcutSheet)

/** The shortcuts of the page. In a dialog, and while an input method composes, no key is one. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  // `off` if the person has turned the shortcut `?` off
  const [singleKey, setSingleKey] = useStoredValue('parley-single-key')
  const hasSingleKey = singleKey !== 'off'
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    const isSheetKey = hasSingleKey && event.key === '?' && !isField(event.target)
    if (isSheetKey) setOpen(true)
    if (isSheetKey || act(event)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    const show = () => setOpen(true)
    document.addEventListener('keydown', listener)
    document.addEventListener(showShortcuts, show)
    return () => {
      document.removeEventListener('keydown', listener)
      document.removeEventListener(showShortcuts, show)
    }
  }, [])
  return isOpen ? (
    <ShortcutSheet
      {...{ shortcuts, hasSingleKey }}
      setSingleKey={(isOn) => setSingleKey(isOn ? null : 'off')}
      close={() => setOpen(false)}
    />
  ) : null
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Presses the element of the shortcut, or puts the focus into it. False for other keys, and where the screen has none. */
function act({ code, key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const held = Object.entries({ Control: ctrlKey, Meta: metaKey, Alt: altKey, Shift: shiftKey }).filter(([, is]) => is)
  // by its place: a keyboard for Hangul has the same keys
  const name = [...held.map(([modifier]) => modifier), key === 'Escape' ? key : code.replace('Key', '')].join('+')
  if (!Object.values<string>(shortcuts).includes(name)) return false
  const found = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)
  if (found instanceof HTMLTextAreaElement) found.focus()
  else found?.click()
  return found !== null
}
