import { useState } from 'react'
import type { Entry, Room } from '@parley/client'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js'
import { Menu } from '../../../ui/navigation/menu.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from '../words.js'

interface EntryMenuProps {
  readonly room: Room
  readonly entry: Entry
  readonly isBusy: boolean
  readonly edit: (part: 'message' | 'reply') => void
}

/** The less frequent commands for an entry. */
export function EntryMenu({ room, entry: { index, version, inputData }, isBusy, edit }: EntryMenuProps) {
  const text = useWords(words)
  const [asked, setAsked] = useState<'delete' | 'cut'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu
        isSmall
        label={text.entryMenu}
        items={[
          ...(inputData === '' || isBusy
            ? []
            : [{ label: text.editMessage, icon: 'edit' as const, run: () => edit('message') }]),
          { label: text.editReply, icon: 'edit', run: () => edit('reply') },
          { label: text.deleteEntry, icon: 'delete', isDangerous: true, run: () => setAsked('delete') },
          { label: text.cut, icon: 'cut', isDangerous: true, run: () => setAsked('cut') },
        ]}
      />
      {asked === 'delete' && (
        <ConfirmDialog
          title={text.deleteEntryTitle}
          verb={text.deleteRoom}
          run={() => room.deleteEntry(index, { expectedVersion: version })}
          onClose={close}
        >
          {text.deleteEntryLoss}
        </ConfirmDialog>
      )}
      {asked === 'cut' && (
        <ConfirmDialog
          title={text.cutTitle}
          verb={text.cut}
          run={() => room.cut(index, { expectedVersion: version })}
          onClose={close}
        >
          {text.cutLoss}
        </ConfirmDialog>
      )}
    </>
  )
}
