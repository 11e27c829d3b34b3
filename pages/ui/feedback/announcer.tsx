import { createContext, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'

const AnnouncerContext = createContext<(sentence: string) => void>(() => undefined)

/** Announces a sentence to screen readers. */
export const useAnnounce = () => useContext(AnnouncerContext)

export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ sentence: '', turn: 0 })
  const announce = useCallback((sentence: string) => setAnnouncement(({ turn }) => ({ sentence, turn: turn + 1 })), [])
  return (
    <AnnouncerContext value={announce}>
      {children}
      <p className="unseen" role="status">
        {/* the same sentence twice is announced twice */}
        <span key={announcement.turn}>{announcement.sentence}</span>
      </p>
    </AnnouncerContext>
  )
}
