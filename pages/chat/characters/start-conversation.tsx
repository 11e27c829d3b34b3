import { useRooms, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as profileWords } from './profile-words.js'
import { useDraftRoom } from './use-draft-room.js'
import { words } from './words.js'

/** Begins a conversation, or continues the one of the reader that changed last. */
export function StartConversation({ characterId }: { readonly characterId: string }) {
  const { status } = useSession()
  return status === 'signedIn' ? <Continue characterId={characterId} /> : <Start characterId={characterId} />
}

function Continue({ characterId }: { readonly characterId: string }) {
  const { continueConversation } = useWords(profileWords)
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
  const { startAnother } = useWords(words)
  const { start } = useWords(profileWords)
  const room = useDraftRoom(`character ${characterId}`, () => Promise.resolve(characterId))
  return (
    <>
      <Button kind={isAnother ? undefined : 'primary'} disabled={room.isRunning} onClick={room.open}>
        {isAnother ? startAnother : start}
      </Button>
      <Failure error={room.error} />
    </>
  )
}
