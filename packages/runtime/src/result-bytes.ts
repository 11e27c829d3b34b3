/** The remaining bytes for the pages of one result. */
export interface ResultBytes {
  /** Whether this many bytes can be added. */
  fits(bytes: number): boolean
  /** Counts bytes of rows that are about to be read. Throws AppError when they do not fit. */
  add(bytes: number): void
}

/** The bytes that one request has in memory, as counted for its process. */
export interface MemoryReservation {
  /** The maximum for the next page. It shrinks as memory runs short, so that other requests get some. */
  left(): number
  /** @throws AppError UNAVAILABLE with `retryAfterMs` when the limit is reached. */
  add(bytes: number): void
  /** Adds bytes that are already in memory, even beyond the limit. */
  count(bytes: number): void
  release(): void
}

/** The maximum bytes of stored text in one page; the first row may be larger. */
export const pageBytes = 1_048_576

export interface PageBounds {
  readonly limit: number
  /** Counts the bytes of the page, which ends when they are used up. */
  readonly bytes?: ResultBytes | undefined
}

/**
 * Reads a page again if it is empty although rows were found, because all of them were deleted before their values were
 * read. An empty page has no cursor, so the rows after it would be lost. Each repetition requires a deletion, so the
 * loop ends.
 */
export async function rereadIfDeleted<Page extends { readonly rows: readonly unknown[]; readonly hasMore: boolean }>(
  { limit }: PageBounds,
  read: () => Promise<Page>,
): Promise<Page> {
  let page = await read()
  while (page.rows.length === 0 && page.hasMore && limit > 0) page = await read()
  return page
}

/**
 * Returns how many of the found rows fit the page, and counts their bytes. `sizes` are the bytes of the rows in order,
 * with more than `limit` rows if there are more. Call it before the values are read, without an await in between.
 */
export function fittingRows(sizes: readonly number[], { limit, bytes }: PageBounds): number {
  let rows = 0
  let sum = 0
  for (const size of sizes) {
    const withRow = sum + size
    if (rows === limit || (rows > 0 && (withRow > pageBytes || bytes?.fits(withRow) === false))) break
    rows += 1
    sum = withRow
  }
  bytes?.add(sum)
  return rows
}
