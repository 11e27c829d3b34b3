import { useSession } from '@parley/client/react'
import { IconButton } from '../../ui/forms/button.js'
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
}

/** Which characters are shown and in which order, kept in the address. */
export function GalleryFilters({ route, isBare }: GalleryFiltersProps) {
  const text = useWords(words)
  const { status } = useSession()
  const { search, order, tag, isMine } = route
  const go = (change: Partial<GalleryRoute>) => navigate(galleryPath({ ...route, ...change }), { replace: true })
  return (
    <div className="filters">
      {status === 'signedIn' && (
        <nav className="tabs" aria-label={text.which}>
          <a href="#/" aria-current={isMine ? undefined : 'true'}>
            {text.all}
          </a>
          <a href={`#${galleryPath({ isMine: true })}`} aria-current={isMine ? 'true' : undefined}>
            {text.mine}
          </a>
        </nav>
      )}
      {!isMine && !isBare && (
        <div className="controls">
          <SearchField
            label={text.search}
            clearLabel={text.clearSearch}
            value={search}
            search={(query) => go({ search: query })}
          />
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
        </div>
      )}
      {tag !== null && (
        <p className="row">
          <span className="tag" dir="auto">
            {text.tagged(tag)}
          </span>
          <IconButton isSmall icon="close" label={text.removeTag(tag)} onClick={() => go({ tag: null })} />
        </p>
      )}
    </div>
  )
}
