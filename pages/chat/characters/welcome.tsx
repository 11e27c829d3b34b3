import { useSession } from '@parley/client/react'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { DraftRoom } from '../rooms/draft-room.js'
import { useDraftRoom } from './use-draft-room.js'
import { words } from './words.js'

/** What is above the characters: the box of a new chat, and for guests what this is and the way to it. */
export function Welcome() {
  const { status } = useSession()
  return status === 'signedIn' ? <DraftRoom characterId={undefined} /> : <GuestWelcome />
}

function GuestWelcome() {
  const text = useWords(words)
  const { open } = useDraftRoom('assistant', () => Promise.resolve(null))
  return (
    <section className="home">
      <h1>{text.welcome}</h1>
      <p className="quiet">{text.welcomeHint}</p>
      <Button kind="primary" onClick={open}>
        {text.begin}
      </Button>
    </section>
  )
}
