import { useState } from 'react'
import type { Generation, Room } from '@parley/client'
import { CopyButton } from '../../../ui/forms/copy-button.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useRetryKey } from '../../../ui/forms/use-retry-key.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { browserTimeZone } from '../browser-time-zone.js'
import { EntryEditor } from './entry-editor.js'
import { pictureOf } from './generation-view.js'
import { words } from '../words.js'

interface UnansweredCommandsProps {
  readonly room: Room
  readonly generation: Generation
  /** Those of the same message that the log does not show: they are removed with it. */
  readonly earlier: readonly string[]
  /** Whether a reply of the room is generated: there is one at a time. */
  readonly isBusy: boolean
  readonly searchAccess: boolean
}

/** What can be done with a message whose reply was stopped or has failed. While it is edited, the editor is in its place. */
export function UnansweredCommands({ room, generation, earlier, isBusy, searchAccess }: UnansweredCommandsProps) {
  const text = useWords(words)
  const [isEdited, setEdited] = useState(false)
  const retryKey = useRetryKey()
  const { id, message, imageUrl, attachments } = generation
  const save = async (changed: string) => {
    const imageId = pictureOf(imageUrl)?.id
    const input = {
      searchAccess,
      ...browserTimeZone(),
      ...(imageId && { imageId }),
      attachments: attachments.map((file) => file.id),
    }
    await room.send(changed, { ...input, idempotencyKey: retryKey.of([changed]) })
    // the new message is in its place
    for (const each of [...earlier, id]) await room.removeGeneration(each)
  }
  if (isEdited)
    return (
      <EntryEditor
        label={text.editMessage}
        verb={text.send}
        text={message}
        isMessage
        hasReply={false}
        save={save}
        close={() => setEdited(false)}
      />
    )
  return (
    <div className="entry-commands">
      <CopyButton text={message} label={text.copyMessage} />
      <IconButton isSmall icon="edit" label={text.editMessage} disabled={isBusy} onClick={() => setEdited(true)} />
    </div>
  )
}
