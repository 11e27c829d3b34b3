import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { TextArea } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { PagedList } from '../reads/paged-list.js'
import { Heading } from '../reads/heading.js'
import { usePages } from '../reads/use-pages.js'
import {
  allCharacters as operation,
  hideCharacter,
  restoreCharacter,
  type AllCharactersQuery,
  type ListedCharacterFragment,
} from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { CharacterRow } from './character-row.js'
import { useCharacterTexts } from './use-character-texts.js'
import { words } from './words.js'

const pageOf = ({ allCharacters }: AllCharactersQuery) => allCharacters
const everything = {}

/** The characters of all accounts, the newest first. */
export function CharacterList() {
  const text = useWords(words)
  const pages = usePages({ operation, pageOf, filter: everything })
  const { texts, error, retry } = useCharacterTexts(pages.nodes)
  const [asked, setAsked] = useState<ListedCharacterFragment>()
  const Asked = asked?.visibility === 'PUBLIC' ? HideDialog : RestoreDialog
  return (
    <div className="page">
      <Heading title={text.title} refresh={pages.reload} />
      <p className="quiet">{text.hint}</p>
      <Failure error={error} lead={text.textsNotRead} retry={retry} />
      <PagedList pages={pages} label={text.title} className="rows two" nothing={text.none}>
        {(character) => (
          <CharacterRow character={character} read={texts.get(character.nodeId)} ask={() => setAsked(character)} />
        )}
      </PagedList>
      {asked && <Asked character={asked} onChange={pages.replace} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

interface CharacterDialogProps {
  readonly character: ListedCharacterFragment
  readonly onChange: (character: ListedCharacterFragment) => void
  readonly onClose: () => void
}

/** Hides a character, with a reason that its owner reads. */
function HideDialog({ character: { id, name }, onChange, onClose }: CharacterDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const [reason, setReason] = useState('')
  const hide = async () => {
    const hidden = await request(hideCharacter, { id, reason: reason.trim() }, { isRepeatable: true })
    onChange(hidden.hideCharacter.character)
    announce(text.isHidden(name))
  }
  return (
    <ConfirmDialog
      title={text.hideTitle(name)}
      verb={text.hide}
      isReady={reason.trim() !== ''}
      run={hide}
      onClose={onClose}
    >
      <div className="form">
        <p>{text.hideMeans}</p>
        <TextArea
          label={text.reason}
          hint={text.reasonHint}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={500}
          rows={3}
          required
        />
      </div>
    </ConfirmDialog>
  )
}

function RestoreDialog({ character: { id, name }, onChange, onClose }: CharacterDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const restore = async () => {
    const restored = await request(restoreCharacter, { id }, { isRepeatable: true })
    onChange(restored.restoreCharacter.character)
    announce(text.isShown(name))
  }
  return (
    <ConfirmDialog title={text.showTitle(name)} verb={text.show} isHarmless run={restore} onClose={onClose}>
      <p>{text.showMeans}</p>
    </ConfirmDialog>
  )
}
