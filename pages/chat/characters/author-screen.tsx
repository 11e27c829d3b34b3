import { useCharacters, useParley } from '@parley/client/react'
import { author } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { Select } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { NotFound } from '../shell/not-found.js'
import { CharacterTile } from './character-tile.js'
import { words } from './gallery-extras-words.js'
import { filterOf, orderOf } from './gallery-route.js'
import { words as galleryWords } from './words.js'

/** The public characters of an account. */
export function AuthorScreen({ id }: { readonly id: string }) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(author, { id }, { signal })).author,
  )
  useTitle(value ? text.byAuthor(value.username) : text.author)
  if (value === null) return <NotFound title={text.noAuthor} hint={text.noAuthorHint} way={text.toAll} />
  return (
    <div className="page gallery">
      {!value && <h1 className="unseen">{text.author}</h1>}
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value && (
        <>
          <div className="author row">
            <Portrait name={value.username} imageUrl={value.profileImageUrl} />
            <h1 dir="auto">{text.byAuthor(value.username)}</h1>
          </div>
          <Characters id={id} />
        </>
      )}
    </div>
  )
}

function Characters({ id }: { readonly id: string }) {
  const text = { ...useWords(galleryWords), ...useWords(words) }
  const { query } = useRoute()
  const order = orderOf(query.get('order'))
  const filter = filterOf({ search: '', order, tags: [], mine: null })
  const [{ characters, hasMore, connection, error }, list] = useCharacters({
    ...filter,
    ownerId: id,
    visibility: 'PUBLIC',
  })
  const more = useAction(() => list.loadMore())
  return (
    <>
      <div className="filters">
        <div className="controls">
          <Select
            label={text.order}
            value={order}
            onChange={({ currentTarget }) => navigate(`/authors/${id}?order=${currentTarget.value}`)}
          >
            {Object.entries(text.orders).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Failure error={error ?? more.error} />
      <ul role="list" className="tiles" aria-busy={connection === 'connecting'}>
        {characters.map((character) => (
          <CharacterTile key={character.id} character={character} />
        ))}
      </ul>
      {characters.length > 0 && hasMore && (
        <div className="row center">
          <Button disabled={more.isRunning} onClick={() => void more.run()}>
            {text.more}
          </Button>
        </div>
      )}
    </>
  )
}
