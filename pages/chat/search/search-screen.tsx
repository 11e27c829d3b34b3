import { useEffect } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Empty } from '../../ui/feedback/empty.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { Link } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Icon } from '../../ui/theme/icon.js'
import { FoundRoom, inRooms } from './found-room.js'
import { RecentRooms } from './recent-rooms.js'
import { SearchFilters } from './search-filters.js'
import { filterOf, searchPath, type SearchFilter } from './search-path.js'
import { PlainTitle, SearchTitle } from './search-title.js'
import { type Found, useSearch } from './use-search.js'
import { words } from './words.js'

interface ResultsProps {
  readonly query: string
  readonly filter: SearchFilter
}

/** Looks for words in the messages of the reader. */
export function SearchScreen({ variables }: { readonly variables: URLSearchParams }) {
  const text = useWords(words)
  const query = variables.get('q') ?? ''
  const filter = filterOf(variables)
  const { roomId } = filter
  return (
    <div className="page medium">
      {roomId === undefined ? (
        <PlainTitle />
      ) : (
        <>
          <div className="title-row">
            <Link to={`/rooms/${roomId}`} className="back-link">
              <Icon name="back" />
              {text.backToRoom}
            </Link>
            <Link to={searchPath(query, { ...filter, roomId: undefined })} className="back-link">
              {text.everywhere}
            </Link>
          </div>
          <SearchTitle roomId={roomId} />
        </>
      )}
      <SearchField
        label={text.label}
        clearLabel={text.clear}
        value={query}
        // the last word is whole before a space
        keepsEnd
        autoFocus
        search={(next) => navigate(searchPath(next, filter), { replace: true })}
      />
      <SearchFilters query={query} filter={filter} />
      {query === '' ? <Start /> : <Results query={query} filter={filter} />}
    </div>
  )
}

/** Before anything is searched. */
function Start() {
  const { hint } = useWords(words)
  return (
    <>
      <p className="quiet">{hint}</p>
      <RecentRooms />
    </>
  )
}

/** The messages and replies that are listed: an entry can have both. */
const textsIn = (found: readonly Found[]): number =>
  found.reduce((sum, { snippets }) => sum + new Set(snippets.map(({ part }) => part)).size, 0)

function Results({ query, filter }: ResultsProps) {
  const text = useWords(words)
  const announce = useAnnounce()
  const { found, isRunning, isIndexing, hasMore, error, more } = useSearch(query, filter)
  const isEmpty = found.length === 0
  const count = isRunning || error ? undefined : textsIn(found)
  useEffect(() => {
    if (count !== undefined) announce(count === 0 ? text.none(query) : text.found(count))
  }, [count, query, announce, text])
  return (
    <>
      {isIndexing && <p className="notice">{text.indexing}</p>}
      {count !== undefined && count > 0 && <p className="quiet small">{text.found(count)}</p>}
      <ul role="list" className="results" aria-busy={isRunning} hidden={isEmpty}>
        {inRooms(found).map(([first, ...others]) => (
          <FoundRoom key={`${first.room.id} ${first.entry.index}`} found={[first, ...others]} />
        ))}
      </ul>
      {isRunning && isEmpty && <Loading label={text.searching} />}
      <Failure error={error} retry={more} />
      {isEmpty && !isRunning && !error && (
        <Empty title={hasMore ? text.noMoreHere : text.none(query)}>
          {!hasMore && (
            <>
              <p className="quiet">{text.noneHint}</p>
              <Button onClick={() => navigate(searchPath('', filter), { replace: true })}>{text.clear}</Button>
            </>
          )}
        </Empty>
      )}
      {hasMore && !error && (!isRunning || !isEmpty) && (
        <div className="row center">
          <Button disabled={isRunning} onClick={more}>
            {text.more}
          </Button>
        </div>
      )}
    </>
  )
}
