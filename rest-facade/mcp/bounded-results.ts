import { z } from 'zod'

/** The most of one text in a result, in UTF-16 code units. */
const mostOfText = 50_000
/** The most of a list in a result, in UTF-16 code units of its JSON; one item is always there. */
const mostOfList = 100_000
const mostItems = 50

/** The page of a list. */
export const pageInput = {
  limit: z.int().min(1).max(mostItems).default(20).describe('The most items of the answer. It can have fewer.'),
  after: z.string().optional().describe('The `nextPage` of an earlier answer, to read the items that follow.'),
}
export const nextPage = z
  .string()
  .nullable()
  .describe('Send it as `after` to read the items that follow. Null at the end of the list.')

interface Edge<Node> {
  readonly cursor: string
  readonly node: Node
}

interface Connection<Node> {
  readonly edges: readonly Edge<Node>[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** A text that says itself where it was cut, and how much is missing. */
export function shownText(text: string, most = mostOfText): string {
  if (text.length <= most) return text
  // not between the halves of a character
  const shown = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const missing = (text.length - shown.length).toLocaleString('en')
  return `${shown}\n[Cut by the server: ${missing} more characters are not shown.]`
}

/** As many items of a page as a result may have, from its beginning. The others are on the next page. */
export function firstItems<Node, Item>({ edges, pageInfo }: Connection<Node>, itemOf: (node: Node) => Item) {
  const items = edges.map(({ node }) => itemOf(node))
  const count = fitting(items)
  const endCursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
  return {
    items: items.slice(0, count),
    nextPage: count < items.length ? (edges[count - 1]?.cursor ?? null) : endCursor,
  }
}

/** As many items of a page as a result may have, from its end, in their order. The others are on the previous page. */
export function lastItems<Node, Item>({ edges, pageInfo }: Connection<Node>, itemOf: (node: Node) => Item) {
  const items = edges.map(({ node }) => itemOf(node))
  const from = items.length - fitting(items.toReversed())
  const startCursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null
  return { items: items.slice(from), previousPage: from > 0 ? (edges[from]?.cursor ?? null) : startCursor }
}

/** How many of these fit, from the first one, which always does. */
function fitting(items: readonly unknown[]): number {
  let length = 0
  const tooMany = items.findIndex((item) => (length += JSON.stringify(item).length) > mostOfList)
  return tooMany < 0 ? items.length : Math.max(1, tooMany)
}
