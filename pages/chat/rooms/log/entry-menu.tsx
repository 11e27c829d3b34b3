import { useState } from 'react'
import type { Entry, Room } from '@parley/client'
import { latePart } from '../../shell/late-part.js'
import { useCopy } from '../../../ui/forms/use-copy.js'
import { Menu } from '../../../ui/navigation/menu.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { words } from '../words.js'

const EntryDialog = latePart(({ EntryDialog }) => EntryDialog)

interface EntryMenuProps {
  readonly room: Room
  readonly entry: Entry
  readonly part: 'message' | 'reply'
  /** The text that is copied; empty: none. */
  readonly copied: string
  /** Edits the part, where that is possible. */
  readonly edit?: (() => void) | undefined
  readonly regenerate?: (() => void) | undefined
}

/**
 * The less frequent commands for a message or its reply, and when the reply was written. On touch screens it has all commands:
 * older rows show no others there.
 */
export function EntryMenu({ room, entry, part, copied, edit, regenerate }: EntryMenuProps) {
  const text = useWords(words)
  const copy = useCopy(copied)
  const isTouch = matchMedia('(hover: none)').matches
  const isMessage = part === 'message'
  const { dateTime } = useFormats()
  const [asked, setAsked] = useState<'delete' | 'cut' | 'details'>()
  return (
    <>
      <Menu
        isSmall
        label={isMessage ? text.entryMenu : text.replyMenu}
        note={dateTime(entry.createdAt)}
        items={[
          ...(isTouch && copied !== '' && isSecureContext
            ? [{ label: isMessage ? text.copyMessage : text.copyReply, icon: 'copy' as const, run: copy }]
            : []),
          ...(isTouch && regenerate ? [{ label: text.regenerate, icon: 'refresh' as const, run: regenerate }] : []),
          ...(edit && (isTouch || !isMessage)
            ? [{ label: isMessage ? text.editMessage : text.editReply, icon: 'edit' as const, run: edit }]
            : []),
          ...(!isMessage && entry.model !== null
            ? [{ label: text.replyDetails, icon: 'info' as const, run: () => setAsked('details') }]
            : []),
          { label: text.deleteEntry, icon: 'delete', isDangerous: true, run: () => setAsked('delete') },
          { label: text.cut, icon: 'delete', isDangerous: true, run: () => setAsked('cut') },
        ]}
      />
      {asked && <EntryDialog {...{ room, entry, asked }} close={() => setAsked(undefined)} />}
    </>
  )
}

export const hasMessage = ({ inputData, imgUrl }: Entry): boolean => inputData !== '' || !!imgUrl
