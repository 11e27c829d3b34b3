import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../forms/button.js'
import { useAction } from '../forms/use-action.js'
import { useRoute } from '../navigation/route.js'
import { useWords } from '../text/catalogue.js'
import { Failure } from './failure.js'
import { words } from './words.js'

/** What a person can do after something has happened, such as to undo it. */
export interface Offer {
  readonly label: string
  readonly run: () => Promise<unknown>
}

interface OfferBarProps {
  readonly sentence: string
  readonly offer: Offer
  readonly close: () => void
}

/** Shows what has happened with an offer, until the person uses it, hides it or goes on to another screen. */
export function OfferBar({ sentence, offer: { label, run }, close }: OfferBarProps) {
  const { hide } = useWords(words)
  const { path } = useRoute()
  const [begun] = useState(path)
  const bar = useRef<HTMLElement>(null)
  const finish = () => {
    // the focused button is removed
    if (bar.current?.contains(document.activeElement)) document.querySelector('main')?.focus()
    close()
  }
  const action = useAction(async () => {
    await run()
    finish()
  })
  useEffect(() => {
    if (path !== begun) close()
  }, [path, begun, close])
  return (
    <section ref={bar} className="offer-bar" aria-label={sentence}>
      <p>{sentence}</p>
      <Button isSmall aria-disabled={action.isRunning} onClick={() => void action.run()}>
        {label}
      </Button>
      <IconButton isSmall icon="close" label={hide} onClick={finish} />
      <Failure error={action.error} />
    </section>
  )
}
