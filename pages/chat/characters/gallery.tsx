import { useEffect, useState } from 'react'
import { useCharacters, useSession } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SiteLinks } from '../../ui/installation/site-links.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as accountWords } from '../account/words.js'
import { CharacterTile } from './character-tile.js'
import { GalleryFilters } from './gallery-filters.js'
import { filterOf, galleryRoute } from './gallery-route.js'
import { NoCharacters } from './no-characters.js'
import { Welcome } from './welcome.js'
import { words } from './words.js'

/** The public characters, or those of the reader. */
export function Gallery() {
  const text = useWords(words)
  const { query } = useRoute()
  const { status, reason } = useSession()
  const { ended } = useWords(accountWords)
  const route = galleryRoute(query, status === 'signedOut')
  const [state, list] = useCharacters(filterOf(route))
  const { shown, isSettled } = useLastSettled(state)
  const refresh = useAction(() => list.refresh())
  const more = useAction(() => list.loadMore())
  useAnnouncedCount(isSettled ? shown.characters.length : undefined, route.search)
  const error = refresh.error ?? state.error
  const isMine = route.mine !== null
  useTitle(isMine ? text.mine : text.characters)
  const isEmpty = shown.characters.length === 0
  const isFiltered = route.search !== '' || route.tags.length > 0
  const isBare = isEmpty && isSettled && !isFiltered && !error
  // with the results in view
  const isWelcome = !isMine && !isFiltered
  const Heading = isWelcome ? 'h2' : 'h1'
  return (
    <div className="page gallery">
      {status === 'signedOut' && reason && (
        <p className="notice" role="status">
          {ended[reason]}
        </p>
      )}
      {isWelcome && <Welcome />}
      {(isMine || !isBare) && (
        <div className="title-row">
          <Heading>{text.characters}</Heading>
          {!isBare && <LinkButton to="/characters/new">{text.create}</LinkButton>}
        </div>
      )}
      <GalleryFilters route={route} isBare={isBare} characters={shown.characters} />
      {isSettled && <Failure error={error} retry={() => void refresh.run()} />}
      {isFiltered && !isEmpty && <p className="quiet small">{text.found(shown.characters.length)}</p>}
      {!isEmpty && (
        <ul role="list" className="tiles" aria-busy={!isSettled}>
          {shown.characters.map((character) => (
            <CharacterTile key={character.id} character={character} isMine={isMine} />
          ))}
        </ul>
      )}
      {isEmpty && !isSettled && <Loading label={text.refreshing} />}
      {isEmpty && isSettled && !error && <NoCharacters route={route} />}
      <Failure error={more.error} />
      {!isEmpty && shown.hasMore && (
        <div className="row center">
          <Button disabled={more.isRunning || !isSettled} onClick={() => void more.run()}>
            {text.more}
          </Button>
        </div>
      )}
      <SiteLinks />
    </div>
  )
}

type ListState = ReturnType<typeof useCharacters>[0]

/** The last complete state: while another filter is read, the characters of the one before stay. */
function useLastSettled(state: ListState): { readonly shown: ListState; readonly isSettled: boolean } {
  const isSettled = state.connection === 'live' || state.connection === 'ended'
  const [last, setLast] = useState(state)
  if (isSettled && last !== state) setLast(state)
  return { shown: isSettled ? state : last, isSettled }
}

/** Says how many characters a search has found. */
function useAnnouncedCount(count: number | undefined, search: string): void {
  const { found, noneFound } = useWords(words)
  const announce = useAnnounce()
  useEffect(() => {
    if (count === undefined || search === '') return
    announce(count === 0 ? noneFound : found(count))
  }, [count, search, announce, found, noneFound])
}
