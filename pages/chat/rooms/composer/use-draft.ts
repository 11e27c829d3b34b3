import { useState } from 'react'

/** The text that a person has begun to write in a room. The tab keeps it over reloads and a new sign-in. */
export function useDraft(roomId: string): readonly [string, (text: string) => void, (text: string) => void] {
  const key = `parley-draft-${roomId}`
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? '')
  const store = (text: string) => {
    setDraft(text)
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }
  /** Puts a text that could not be sent before what was written since. */
  const restore = (text: string) => {
    const written = sessionStorage.getItem(key)
    store(written === null ? text : `${text}\n${written}`)
  }
  return [draft, store, restore]
}
