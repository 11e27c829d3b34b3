/** What a search is limited to. Days are those of the reader, such as `2030-01-31`. */
export interface SearchFilter {
  /** Only in this room. */
  readonly roomId: string | undefined
  /** Only with this character: its id, or `assistant`. */
  readonly partner: string | undefined
  readonly from: string | undefined
  /** The last day. */
  readonly to: string | undefined
}

/** The filter in the query of an address. */
export const filterOf = (query: URLSearchParams): SearchFilter => ({
  roomId: query.get('room') ?? undefined,
  partner: query.get('with') ?? undefined,
  from: dayIn(query.get('from')),
  to: dayIn(query.get('to')),
})

/** The path of a search. */
export function searchPath(query: string, { roomId, partner, from, to }: Partial<SearchFilter> = {}): string {
  const variables = new URLSearchParams({
    ...(query !== '' && { q: query }),
    ...(roomId !== undefined && { room: roomId }),
    ...(partner !== undefined && { with: partner }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }).toString()
  return variables === '' ? '/search' : `/search?${variables}`
}

/** An address can be typed by hand. */
const dayIn = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
