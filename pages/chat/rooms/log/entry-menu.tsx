import { useState } from 'react'
import type { Entry, Room } from '@parley/client'
import { lazyPart } from '../../../ui/feedback/lazy-screen.js'
import { Menu } from '../../../ui/navigation/menu.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { words } from '../words.js'

const EntryDialog = lazyPart(async () => (await import('../../shell/late.js')).EntryDialog)

interface EntryMenuProps {
  readonly room: Room
  readonly entry: Entry
  readonly part: 'message' | 'reply'
  /** Edits the reply. */
  readonly edit?: () => void
}

/** The less frequent commands for a message or its reply, and when the reply was written. The message has those for both. */
export function EntryMenu({ room, entry, part, edit }: EntryMenuProps) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const [asked, setAsked] = useState<'delete' | 'cut'>()
  return (
    <>
      <Menu
        isSmall
        label={part === 'message' ? text.entryMenu : text.replyMenu}
        note={dateTime(entry.createdAt)}
        items={[
          ...(edit ? [{ label: text.editReply, icon: 'edit' as const, run: edit }] : []),
          ...(part === 'message' || !hasMessage(entry)
            ? [
                { label: text.deleteEntry, icon: 'delete' as const, isDangerous: true, run: () => setAsked('delete') },
                { label: text.cut, icon: 'cut' as const, isDangerous: true, run: () => setAsked('cut') },
              ]
            : []),
        ]}
      />
      {asked && <EntryDialog {...{ room, entry, asked }} close={() => setAsked(undefined)} />}
    </>
  )
}

export const hasMessage = ({ inputData, imgUrl }: Entry): boolean => inputData !== '' || !!imgUrl
