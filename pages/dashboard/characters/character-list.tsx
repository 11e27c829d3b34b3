import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { TextArea } from '../../ui/forms/fields.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Filters } from '../reads/filters.js'
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
import { charactersPath, isShow, showNames, shows } from './characters-route.js'
import { useCharacterTexts } from './use-character-texts.js'
import { words } from './words.js'

const pageOf = ({ allCharacters }: AllCharactersQuery) => allCharacters

interface CharacterListProps {
  readonly search: string
  readonly show: string
}

/** The characters of all accounts, or those of them whose name contains the searched text, the newest first. */
export function CharacterList({ search, show: given }: CharacterListProps) {
  const text = useWords(words)
  const show = isShow(given) ? given : 'all'
  const pages = usePages({ operation, pageOf, filter: { search, ...shows[show] } })
  const { texts, error, retry } = useCharacterTexts(pages.nodes)
  const [asked, setAsked] = useState<ListedCharacterFragment>()
  const change = (character: ListedCharacterFragment) => {
    const { visibility, hiddenByAdmin } = character
    const isPublic = visibility === 'PUBLIC'
    const isListed = { all: true, public: isPublic, private: !isPublic && !hiddenByAdmin, hidden: hiddenByAdmin }[show]
    if (isListed) pages.replace(character)
    else pages.remove(character.id)
  }
  const Asked = asked?.visibility === 'PUBLIC' ? HideDialog : RestoreDialog
  return (
    <div className="page">
      <Heading title={text.title} refresh={pages.reload} />
      <p className="quiet">{text.hint}</p>
      <Failure error={error} lead={text.textsNotRead} retry={retry} />
      <div className="list-tools">
        <Filters
          label={text.shows}
          filters={showNames.map((name) => ({
            name: text.showNames[name],
            to: charactersPath({ show: name, search }),
            isCurrent: name === show,
          }))}
        />
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          value={search}
          search={(query) => navigate(charactersPath({ show, search: query }), { replace: true })}
        />
      </div>
      <PagedList
        pages={pages}
        label={text.title}
        className="rows two"
        nothing={search === '' ? text.none[show] : text.noMatch(search)}
        onlyAct={search !== '' && <LinkButton to="/characters">{text.showAll}</LinkButton>}
      >
        {(character) => (
          <CharacterRow character={character} read={texts.get(character.nodeId)} ask={() => setAsked(character)} />
        )}
      </PagedList>
      {asked && <Asked character={asked} onChange={change} onClose={() => setAsked(undefined)} />}
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
