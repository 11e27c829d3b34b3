/** The bytes that the pages of one result may hold. */
export interface ResultBytes {
  /** Whether so many bytes can be added. */
  fits(bytes: number): boolean
  /**
   * Counts bytes of rows that are about to be read.
   * @throws AppError when they do not fit.
   */
  add(bytes: number): void
}

/** The bytes that one request has in memory, as its process counts them. */
export interface HeldBytes {
  /** What the next page may add. It shrinks as memory gets short, so that other requests find room. */
  readonly left: number
  /** @throws AppError UNAVAILABLE with `retryAfterMs` when there is no room. */
  add(bytes: number): void
  /** Adds bytes that are in memory already, whether there is room or not. */
  count(bytes: number): void
  release(): void
}

/** Bytes of stored text that one page holds at most; its first row may be larger. */
export const pageBytes = 1_048_576

export interface PageBounds {
  /** At most this many rows. */
  readonly limit: number
  /** Counts what the page holds; the page also ends where these bytes are used up. */
  readonly bytes?: ResultBytes | undefined
}

/**
 * Reads a page again when it is empty although it found rows: all of them were deleted before their values were read. An
 * empty page has no cursor, and the rows behind it would be lost. Each further reading is owed to a deletion.
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
 * Returns how many of the rows found fit one page, and counts their bytes. `sizes` are the bytes of the rows in the order
 * read, more than `limit` of them when there are. Call it before the values are read, with nothing awaited in between.
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
