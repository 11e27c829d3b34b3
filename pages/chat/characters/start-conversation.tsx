import { useRooms, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useDraftRoom } from './use-draft-room.js'
import { words } from './words.js'

/** Begins a conversation, or continues the one of the reader that changed last. */
export function StartConversation({ characterId }: { readonly characterId: string }) {
  const { status } = useSession()
  return status === 'signedIn' ? <Continue characterId={characterId} /> : <Start characterId={characterId} />
}

function Continue({ characterId }: { readonly characterId: string }) {
  const { continueConversation } = useWords(words)
  const [{ rooms }] = useRooms()
  const last = rooms.find((room) => room.__typename === 'ChatRoom' && room.character?.id === characterId)
  return (
    <>
      {last && (
        <LinkButton kind="primary" to={`/rooms/${last.id}`}>
          {continueConversation}
        </LinkButton>
      )}
      <Start characterId={characterId} isAnother={last !== undefined} />
    </>
  )
}

function Start({ characterId, isAnother = false }: { readonly characterId: string; readonly isAnother?: boolean }) {
  const text = useWords(words)
  const room = useDraftRoom(`character ${characterId}`, () => Promise.resolve(characterId))
  return (
    <>
      <Button kind={isAnother ? undefined : 'primary'} disabled={room.isRunning} onClick={room.open}>
        {isAnother ? text.startAnother : text.start}
      </Button>
      <Failure error={room.error} />
    </>
  )
}
