import type { RoomData } from '@parley/client'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as lateWords } from './late-words.js'
import { useArchiving } from './use-archiving.js'
import { words } from './words.js'

/** Says in the head of a room that it is archived, and offers to end that. */
export function ArchivedMark({ data }: { readonly data: RoomData }) {
  const { unarchive } = useWords(words)
  const { isArchived } = useWords(lateWords)
  const { run, isRunning, error } = useArchiving(data)
  return (
    <>
      <span className="tag">{isArchived}</span>
      <Button kind="plain" isSmall aria-disabled={isRunning} onClick={() => void run()}>
        {unarchive}
      </Button>
      <Failure error={error} />
    </>
  )
}
