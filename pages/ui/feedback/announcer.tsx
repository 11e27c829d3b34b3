import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { useSession } from '@parley/client/react'
import { OfferBar, type Offer } from './offer-bar.js'

type Announce = (sentence: string, offer?: Offer) => void

const AnnouncerContext = createContext<Announce>(() => undefined)

/** Announces a sentence to screen readers. With an offer everyone sees it, and can use the offer. */
export const useAnnounce = () => useContext(AnnouncerContext)

interface Offered {
  readonly sentence: string
  readonly offer: Offer
  readonly turn: number
}

const silence = { sentence: '', turn: 0 }

export function Announcer({ children }: { readonly children: ReactNode }) {
  const { accountId } = useSession()
  const [reader, setReader] = useState(accountId)
  const [announcement, setAnnouncement] = useState(silence)
  const [offered, setOffered] = useState<Offered>()
  const announce = useCallback<Announce>((sentence, offer) => {
    setAnnouncement(({ turn }) => ({ sentence, turn: turn + 1 }))
    if (offer) setOffered((last) => ({ sentence, offer, turn: (last?.turn ?? 0) + 1 }))
  }, [])
  const close = useCallback(() => setOffered(undefined), [])
  if (reader !== accountId) {
    // announcements for one account are not shown to the next one
    setReader(accountId)
    setAnnouncement(silence)
    setOffered(undefined)
  }
  return (
    <AnnouncerContext value={announce}>
      {children}
      {offered && <OfferBar key={offered.turn} {...offered} close={close} />}
      <p className="unseen" role="status">
        {/* the same sentence twice is announced twice */}
        <span key={announcement.turn}>{announcement.sentence}</span>
      </p>
    </AnnouncerContext>
  )
}
