import type { RoomState } from '@parley/client'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** Ends the wait before the next try: for the client it is the return of the person to the page. */
export const tryNow = (): void => void dispatchEvent(new Event('visibilitychange'))

/** Whether the connection is lost; also during a try. */
export const isCutOff = ({ connection, error }: RoomState): boolean =>
  connection === 'waiting' || (connection === 'connecting' && error !== null)

/** Says that the connection is lost, until it is back. */
export function ConnectionNotice({ state }: { readonly state: RoomState }) {
  const text = useWords(words)
  if (!isCutOff(state)) return null
  return (
    <div className="connection small">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{text.waitingForConnection}</p>
      <Button isSmall icon="refresh" onClick={tryNow}>
        {text.tryNow}
      </Button>
    </div>
  )
}
