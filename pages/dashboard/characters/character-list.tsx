import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { useWords } from '../../ui/text/catalogue.js'
import { PagedList } from '../reads/paged-list.js'
import { RefreshButton } from '../reads/refresh-button.js'
import { usePages } from '../reads/use-pages.js'
import {
  allCharacters as operation,
  setVisibility,
  type AllCharactersQuery,
  type ListedCharacterFragment,
} from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { CharacterRow } from './character-row.js'
import { useCharacterTexts } from './use-character-texts.js'
import { words } from './words.js'

const pageOf = ({ allCharacters }: AllCharactersQuery) => allCharacters

/** The characters of all accounts, the newest first. */
export function CharacterList() {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const pages = usePages({ operation, pageOf })
  const { texts, error, retry } = useCharacterTexts(pages.nodes)
  const [asked, setAsked] = useState<ListedCharacterFragment>()
  const change = async ({ id, name, visibility }: ListedCharacterFragment) => {
    const isPublic = visibility === 'PUBLIC'
    const variables = { id, visibility: isPublic ? 'PRIVATE' : 'PUBLIC' } as const
    const changed = await request(setVisibility, variables, { isRepeatable: true })
    pages.replace(changed.setVisibility.character)
    announce(isPublic ? text.isHidden(name) : text.isShown(name))
  }
  const isPublic = asked?.visibility === 'PUBLIC'
  return (
    <div className="page">
      <div className="row heading">
        <h1>{text.title}</h1>
        <RefreshButton onClick={pages.reload} />
      </div>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} lead={text.textsNotRead} retry={retry} />
      <PagedList pages={pages} label={text.title} className="rows two" nothing={<p>{text.none}</p>}>
        {(character) => (
          <CharacterRow character={character} read={texts.get(character.nodeId)} ask={() => setAsked(character)} />
        )}
      </PagedList>
      {asked && (
        <ConfirmDialog
          title={isPublic ? text.hideTitle(asked.name) : text.showTitle(asked.name)}
          verb={isPublic ? text.hide : text.show}
          isHarmless={!isPublic}
          run={() => change(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{isPublic ? text.hideMeans : text.showMeans}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
