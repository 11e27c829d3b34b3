import type { CharacterFilter } from '@parley/client'

/** What the gallery shows, as its address has it: `#/?q=captain&order=liked`. */
export interface GalleryRoute {
  readonly search: string
  readonly order: Order
  readonly tag: string | null
  readonly isMine: boolean
}

export type Order = 'newest' | 'liked' | 'oldest'

const fieldOf = { newest: 'NEWEST', liked: 'MOST_LIKED', oldest: 'OLDEST' } as const
const isOrder = (text: string | null): text is Order => text !== null && text in fieldOf
/** Fills rows of 2, 3 and 4. */
const pageSize = 24

export function galleryRoute(query: URLSearchParams, isGuest: boolean): GalleryRoute {
  const order = query.get('order')
  return {
    search: query.get('q') ?? '',
    order: isOrder(order) ? order : 'newest',
    tag: query.get('tag'),
    isMine: !isGuest && query.has('mine'),
  }
}

export function galleryPath({ search = '', order = 'newest', tag = null, isMine }: Partial<GalleryRoute>): string {
  if (isMine) return '/?mine=1'
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(order !== 'newest' && { order }),
    ...(tag !== null && { tag }),
  }).toString()
  return query === '' ? '/' : `/?${query}`
}

export function filterOf({ search, order, tag, isMine }: GalleryRoute): CharacterFilter {
  if (isMine) return { mine: true, first: pageSize }
  return {
    first: pageSize,
    orderBy: fieldOf[order],
    ...(search !== '' && { search }),
    ...(tag !== null && { tag }),
  }
}
