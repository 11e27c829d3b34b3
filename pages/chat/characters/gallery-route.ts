import type { CharacterFilter } from '@parley/client'

/** What the gallery shows, as its address has it: `#/?q=captain&tag=sea&order=liked`. */
export interface GalleryRoute {
  readonly search: string
  readonly order: Order
  readonly tags: readonly string[]
  /** The characters of the reader: all, or those that are drafts or public. */
  readonly mine: 'all' | 'drafts' | 'public' | null
}

export type Order = 'newest' | 'talked' | 'liked' | 'oldest'

const fieldOf = { newest: 'NEWEST', talked: 'MOST_TALKED', liked: 'MOST_LIKED', oldest: 'OLDEST' } as const
export const orderOf = (text: string | null): Order => (text !== null && text in fieldOf ? (text as Order) : 'newest')
/** Fills rows of 2, 3 and 4. */
export const pageSize = 24
/** The server accepts no more. */
const mostTags = 10

export function galleryRoute(query: URLSearchParams, isGuest: boolean): GalleryRoute {
  const mine = isGuest ? null : query.get('mine')
  return {
    search: query.get('q') ?? '',
    order: orderOf(query.get('order')),
    tags: [...new Set(query.getAll('tag'))].slice(0, mostTags),
    mine: mine === null || mine === 'drafts' || mine === 'public' ? mine : 'all',
  }
}

export function galleryPath({ search = '', order = 'newest', tags = [], mine }: Partial<GalleryRoute>): string {
  if (mine) return `/?mine=${mine}`
  const query = new URLSearchParams([
    ...(search === '' ? [] : [['q', search]]),
    ...(order === 'newest' ? [] : [['order', order]]),
    ...tags.map((tag) => ['tag', tag]),
  ]).toString()
  return query === '' ? '/' : `/?${query}`
}

export function filterOf({ search, order, tags, mine }: GalleryRoute): CharacterFilter {
  const page = { first: pageSize, orderBy: fieldOf[order] }
  if (mine) {
    const isDrafts = mine === 'drafts'
    return { ...page, mine: true, ...(mine !== 'all' && { visibility: isDrafts ? 'PRIVATE' : 'PUBLIC' }) }
  }
  return { ...page, ...(search !== '' && { words: search }), ...(tags.length > 0 && { tags: [...tags] }) }
}
