import { useState } from 'react'
import { useParley } from '@parley/client/react'
import { likedCharacters, type CharacterFragment } from '@parley/client/operations'
import { Empty } from '../../ui/feedback/empty.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { CharacterTile } from './character-tile.js'
import { words } from './gallery-extras-words.js'
import { GalleryTabs } from './gallery-filters.js'
import { pageSize } from './gallery-route.js'

interface LikedPage {
  readonly characters: readonly CharacterFragment[]
  /** Null after the last page. */
  readonly next: string | null
}

/** The characters that the person likes, the last liked one first. One that is no longer liked stays until the next visit. */
export function LikedScreen() {
  const text = useWords(words)
  const parley = useParley()
  useTitle(text.likedTitle)
  const read = async (after: string | null, signal?: AbortSignal): Promise<LikedPage> => {
    const { myLikes } = await parley.request(likedCharacters, { first: pageSize, after }, { signal })
    return {
      characters: (myLikes?.nodes ?? []).flatMap(({ character }) => character ?? []),
      next: myLikes?.pageInfo.hasNextPage ? myLikes.pageInfo.endCursor : null,
    }
  }
  const first = useLoaded((signal) => read(null, signal))
  const [later, setLater] = useState<readonly LikedPage[]>([])
  const next = later.length === 0 ? first.value?.next : later.at(-1)?.next
  const more = useAction(async () => {
    if (typeof next !== 'string') return
    const page = await read(next)
    setLater((pages) => [...pages, page])
  })
  const [changed, setChanged] = useState<ReadonlyMap<string, CharacterFragment>>(new Map())
  const characters = [...(first.value ? [first.value] : []), ...later].flatMap((page) => page.characters)
  return (
    <div className="page gallery">
      <h1>{text.likedTitle}</h1>
      <div className="filters">
        <GalleryTabs current="liked" />
      </div>
      <Failure error={first.error} retry={first.reload} />
      {!first.value && !first.error && <Loading />}
      {first.value && characters.length === 0 && (
        <Empty title={text.noneLiked}>
          <p className="quiet">{text.noneLikedHint}</p>
          <LinkButton to="/">{text.toAll}</LinkButton>
        </Empty>
      )}
      {characters.length > 0 && (
        <ul role="list" className="tiles">
          {characters.map((character) => (
            <CharacterTile
              key={character.id}
              character={changed.get(character.id) ?? character}
              onChange={(one) => setChanged((all) => new Map(all).set(one.id, one))}
            />
          ))}
        </ul>
      )}
      <Failure error={more.error} />
      {typeof next === 'string' && (
        <div className="row center">
          <Button disabled={more.isRunning} onClick={() => void more.run()}>
            {text.more}
          </Button>
        </div>
      )}
    </div>
  )
}
