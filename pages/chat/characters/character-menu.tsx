import { useState } from 'react'
import { useParley } from '@parley/client/react'
import type { Character } from '@parley/client'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { download } from '../../ui/files/download.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { Menu } from '../../ui/navigation/menu.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import type { OpenCharacter } from './character-profile.js'
import { words as menuWords } from './character-menu-words.js'
import { words } from './words.js'

interface CharacterMenuProps {
  readonly character: OpenCharacter
  readonly change: (changed: Character) => void
}

/** What the owner can do with a character. */
export function CharacterMenu({ character: { id, name, visibility }, change }: CharacterMenuProps) {
  const text = { ...useWords(words), ...useWords(menuWords) }
  const parley = useParley()
  const announce = useAnnounce()
  const [isDeleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const isPublic = visibility === 'PUBLIC'
  const toggle = useAction(async () => {
    change(await parley.updateCharacter(id, { visibility: isPublic ? 'PRIVATE' : 'PUBLIC' }))
    announce(isPublic ? text.private : text.public)
  })
  const save = useAction(async () => {
    const card = await parley.exportCard(id)
    if (card) download(new Blob([card.json], { type: 'application/json' }), `${name}.json`)
    else setRefusal(text.noCard)
  })
  const saveFile = useAction(async (format: 'png' | 'charx') => {
    const file = await parley.cardFile(id, format)
    if (file) download(file, `${name}.${format}`)
    else setRefusal(format === 'png' ? text.noPng : text.noCharx)
  })
  const remove = async () => {
    await parley.deleteCharacter(id)
    announce(text.deleted(name))
    navigate('/?mine=1', { replace: true })
  }
  const error = toggle.error ?? save.error ?? saveFile.error
  const close = () => {
    setRefusal(undefined)
    toggle.clear()
    save.clear()
    saveFile.clear()
  }
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
          { label: text.exportJson, icon: 'export', run: () => void save.run() },
          { label: text.exportPng, icon: 'image', run: () => void saveFile.run('png') },
          { label: text.exportCharx, icon: 'export', run: () => void saveFile.run('charx') },
          { label: text.delete, icon: 'delete', isDangerous: true, run: () => setDeleting(true) },
        ]}
      />
      {(error ?? refusal) && (
        <Dialog title={text.failed} onClose={close}>
          <Failure error={error} />
          {refusal && <p>{refusal}</p>}
          <div className="row end">
            <Button autoFocus onClick={close}>
              {text.close}
            </Button>
          </div>
        </Dialog>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={text.deleteTitle(name)}
          verb={text.delete}
          run={remove}
          onClose={() => setDeleting(false)}
        >
          {text.deleteLoss}
        </ConfirmDialog>
      )}
    </>
  )
}
