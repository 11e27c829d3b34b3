import { AppError, foreignCursor, type ResultBytes } from '@parley/runtime'

/** Arguments of a cursor connection: one direction at a time, at most 100 rows per page. */
export interface PageArgs {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
  /** Counts the bytes of the page, which ends when they are used up. */
  readonly bytes?: ResultBytes | undefined
}

/** A requested page: at most `limit` rows after the bound, in order; `backward` counts from the end. */
export interface PageRequest {
  readonly limit: number
  readonly backward: boolean
  readonly after: CursorKey | undefined
  readonly before: CursorKey | undefined
  readonly bytes: ResultBytes | undefined
}

/** The sort key of a row: its position in the order, most significant first. */
type CursorKey = readonly number[]

interface Edge<Node> {
  readonly cursor: string
  readonly node: Node
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[]
  readonly nodes: readonly Node[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

const largestPage = 100
const defaultPage = 20

/** Throws BAD_USER_INPUT for sizes outside 0..100, both directions at once, and foreign cursors. */
export function pageRequest(args: PageArgs, keyLength = 1): PageRequest {
  const { first, last } = args
  if (typeof first === 'number' && typeof last === 'number')
    throw badPage('last', 'format', 'Ask for the first or the last rows, not both')
  const backward = typeof last === 'number'
  const limit = last ?? first ?? defaultPage
  const name = backward ? 'last' : 'first'
  if (limit < 0) throw badPage(name, 'minimum', 'A page has at least 0 rows', 0)
  if (limit > largestPage) throw badPage(name, 'maximum', `A page has at most ${largestPage} rows`, largestPage)
  return {
    limit,
    backward,
    after: readCursor('after', args.after, keyLength),
    before: readCursor('before', args.before, keyLength),
    bytes: args.bytes,
  }
}

/** Rows of a page, in the order read. */
export interface PageRows<Row> {
  readonly rows: readonly Row[]
  /** Whether further rows follow. */
  readonly hasMore: boolean
}

/** Makes a connection of rows that were read in the order of the request; a backward page is reversed here. */
export function connection<Node>(
  request: PageRequest,
  { rows, hasMore }: PageRows<Node>,
  keyOf: (node: Node) => CursorKey,
): Connection<Node> {
  const nodes = request.backward ? rows.toReversed() : rows
  const cursorOf = (node: Node) => writeCursor(keyOf(node))
  const [first, last] = [nodes[0], nodes.at(-1)]
  return new Page(nodes, cursorOf, {
    hasNextPage: request.backward ? request.before !== undefined : hasMore,
    hasPreviousPage: request.backward ? hasMore : request.after !== undefined,
    startCursor: first === undefined ? null : cursorOf(first),
    endCursor: last === undefined ? null : cursorOf(last),
  })
}

/** A class, because V8 keeps the rows of an object with a getter of its own until the next full garbage collection. */
class Page<Node> implements Connection<Node> {
  constructor(
    readonly nodes: readonly Node[],
    private readonly cursorOf: (node: Node) => string,
    readonly pageInfo: Connection<Node>['pageInfo'],
  ) {}

  /** Most lists are read without cursors of their rows. */
  get edges(): readonly Edge<Node>[] {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(node), node }))
  }
}

function writeCursor(key: CursorKey): string {
  return Buffer.from(key.join('.')).toString('base64url')
}

function readCursor(name: string, cursor: string | null | undefined, keyLength: number): CursorKey | undefined {
  // the default of a text in some languages, and the cursor of an empty list in some caches
  if (!cursor) return undefined
  const key = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number)
  if (key.length !== keyLength || !key.every(Number.isSafeInteger) || writeCursor(key) !== cursor)
    throw foreignCursor(undefined, name)
  return key
}

function badPage(name: string, rule: 'format' | 'minimum' | 'maximum', message: string, limit?: number): AppError {
  return new AppError('BAD_USER_INPUT', {
    message,
    fields: [{ path: [name], rule, message, ...(limit === undefined ? {} : { limit }) }],
  })
}
