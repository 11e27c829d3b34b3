import { useState } from 'react'
import { useParley } from '@parley/client/react'
import type { Character } from '@parley/client'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useCopy } from '../../ui/forms/use-copy.js'
import { Menu } from '../../ui/navigation/menu.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { ExportCard } from './export-card.js'
import { words as menuWords } from './character-menu-words.js'
import { words } from './words.js'

interface CharacterMenuProps {
  readonly character: Pick<Character, 'id' | 'name' | 'visibility'>
  readonly isOwn: boolean
  readonly change?: (changed: Character) => void
}

/** What the reader can do with a character; its owner can change it. */
export function CharacterMenu({ character: { id, name, visibility }, isOwn, change }: CharacterMenuProps) {
  const text = { ...useWords(words), ...useWords(menuWords) }
  const parley = useParley()
  const announce = useAnnounce()
  const [shown, setShown] = useState<'export' | 'delete'>()
  const copy = useCopy(new URL(`#/characters/${id}`, location.href).href)
  const isPublic = visibility === 'PUBLIC'
  const toggle = useAction(async () => {
    const changed = await parley.updateCharacter(id, { visibility: isPublic ? 'PRIVATE' : 'PUBLIC' })
    change?.(changed)
    announce(isPublic ? text.private : text.public)
  })
  const remove = async () => {
    await parley.deleteCharacter(id)
    announce(text.deleted(name))
    navigate('/?mine=1', { replace: true })
  }
  const close = () => setShown(undefined)
  const forAll = isPublic && isSecureContext ? [{ label: text.copyLink, icon: 'copy', run: copy } as const] : []
  if (!isOwn) return forAll.length > 0 && <Menu label={text.commands(name)} items={forAll} />
  return (
    <>
      <Menu
        label={text.commands(name)}
        items={[
          { label: text.edit, icon: 'edit', run: () => navigate(`/characters/${id}/edit`) },
          {
            label: isPublic ? text.makePrivate : text.makePublic,
            icon: isPublic ? 'hidden' : 'people',
            run: () => void toggle.run(),
          },
          ...forAll,
          { label: text.exportCard, icon: 'download', run: () => setShown('export') },
          { label: text.delete, icon: 'delete', isDangerous: true, run: () => setShown('delete') },
        ]}
      />
      {shown === 'export' && <ExportCard {...{ id, name, close }} />}
      {toggle.error && (
        <Dialog title={text.failed} onClose={toggle.clear}>
          <Failure error={toggle.error} />
          <div className="row end">
            <Button autoFocus onClick={toggle.clear}>
              {text.close}
            </Button>
          </div>
        </Dialog>
      )}
      {shown === 'delete' && (
        <ConfirmDialog title={text.deleteTitle(name)} verb={text.delete} run={remove} onClose={close}>
          {text.deleteLoss}
        </ConfirmDialog>
      )}
    </>
  )
}
