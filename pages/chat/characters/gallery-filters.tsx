import type { Character } from '@parley/client'
import { useSession } from '@parley/client/react'
import { latePart } from '../shell/late-part.js'
import { Select } from '../../ui/forms/fields.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { galleryPath, type GalleryRoute, type Order } from './gallery-route.js'
import { words } from './words.js'

interface GalleryFiltersProps {
  readonly route: GalleryRoute
  /** There is nothing to search in. */
  readonly isBare: boolean
  readonly characters: readonly Character[]
}

const GalleryExtras = latePart(({ GalleryExtras }) => GalleryExtras)

/** Which characters are shown and in which order, kept in the address. */
export function GalleryFilters({ route, isBare, characters }: GalleryFiltersProps) {
  const text = useWords(words)
  const { search, order, tags, mine } = route
  const go = (change: Partial<GalleryRoute>, replace = false) =>
    navigate(galleryPath({ ...route, ...change }), { replace })
  return (
    <div className="filters">
      <GalleryTabs current={mine ? 'mine' : 'all'} />
      {!mine && !isBare && (
        <div className="controls">
          <SearchField
            label={text.search}
            clearLabel={text.clearSearch}
            value={search}
            search={(query) => go({ search: query }, true)}
          />
          {(search === '' || characters.length > 0) && (
            <Select
              label={text.order}
              value={order}
              onChange={({ currentTarget }) => go({ order: currentTarget.value as Order })}
            >
              {Object.entries(text.orders).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </div>
      )}
      {(mine !== null || tags.length > 0) && <GalleryExtras route={route} characters={characters} go={go} />}
    </div>
  )
}

/** The lists of a person who is signed in. */
export function GalleryTabs({ current }: { readonly current: 'all' | 'mine' | 'liked' }) {
  const text = useWords(words)
  const { status } = useSession()
  if (status !== 'signedIn') return null
  const tabs = { all: '/', mine: '/?mine=all', liked: '/liked' } as const
  return (
    <nav className="tabs strip" aria-label={text.which}>
      {(['all', 'mine', 'liked'] as const).map((tab) => (
        <a key={tab} href={`#${tabs[tab]}`} aria-current={tab === current ? 'true' : undefined}>
          {text[tab]}
        </a>
      ))}
    </nav>
  )
}
