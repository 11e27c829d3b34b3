import { z } from 'zod'
import { limits } from '../schema/limits.js'
import { lenient } from '../src/http/lenient.js'

/** `limit` and `cursor` of a list. Without `limit` a REST list is whole (decisions 3). */
export const pageQuery = {
  limit: lenient.optional(lenient.integer(1, limits.pageSize)),
  cursor: z.string().optional().describe('The cursor of a `Link` header of this list.'),
} as const

/** Where the values of a page stand in the request. */
export const pageFields = { first: ['query', 'limit'], after: ['query', 'cursor'] } as const

export interface PageRequest {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface Page<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface List<Node> {
  readonly nodes: readonly Node[]
  readonly nextCursor?: string | undefined
}

/** One page when `limit` was sent, else every page; the schema never gives more than `limits.pageSize` at once. */
export async function readList<Node>(
  request: PageRequest,
  read: (page: { first: number; after: string | undefined }) => Promise<Page<Node>>,
): Promise<List<Node>> {
  const first = request.limit ?? limits.pageSize
  const nodes: Node[] = []
  let after = request.cursor
  for (;;) {
    const page = await read({ first, after })
    nodes.push(...page.nodes)
    const nextCursor = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
    if (request.limit !== undefined || nextCursor === undefined) return { nodes, nextCursor }
    after = nextCursor
  }
}
