import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { HttpError, lenient } from '@parley/edge'
import { closable, iterationEnd } from '@parley/runtime'
import { limits } from '../../src/limits.js'
import { json, type JsonAnswer, type ListAnswer } from './answers.js'

/** `limit` and `cursor` of a list. Without `limit` a REST list is complete (contract: common.11). */
export const pageQuery = {
  limit: lenient.optional(lenient.integer(1, limits.pageSize)),
  cursor: z.string().optional().describe('The `cursor` of the `Link` header of the previous page.'),
} as const

/** The location of the page arguments in the request. */
export const pageFields = { first: ['query', 'limit'], after: ['query', 'cursor'] } as const

interface PageRequest {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

interface Page<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** The answer for a list that the caller may not see. */
export const noRows = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } as const

/** Reads one page of a list through an operation of the schema. */
type ReadPage<Node> = (page: { first: number; after: string | undefined }) => Promise<Page<Node>>

/**
 * Answers a list. With `limit`: one page, which may have fewer rows, with a link to the next one. Without `limit`: the
 * complete list; one of many pages is read and written page by page. Throws what the first `read` throws.
 */
export async function answerList<Node, Body>(
  request: PageRequest,
  read: ReadPage<Node>,
  body: (nodes: readonly Node[]) => Body,
  key?: string,
): Promise<JsonAnswer<Body> | ListAnswer<Body>> {
  const first = request.limit ?? limits.pageSize
  const page = await read({ first, after: request.cursor })
  const next = nextCursor(page)
  if (request.limit !== undefined || next === undefined) return json(body(page.nodes), next)
  return { kind: 'list', pages: pagesFrom(page, { first, read, body }), key }
}

interface Reading<Node, Body> {
  readonly first: number
  readonly read: ReadPage<Node>
  readonly body: (nodes: readonly Node[]) => Body
}

/** Not a generator, which would keep each page until the next one is requested. */
function pagesFrom<Node, Body>(
  begun: Page<Node>,
  { first, read, body }: Reading<Node, Body>,
): AsyncIterableIterator<Body, undefined> {
  let after = nextCursor(begun)
  let begunNodes: readonly Node[] | undefined = begun.nodes
  const next = async (): Promise<IteratorResult<Body, undefined>> => {
    if (begunNodes) {
      const value = body(begunNodes)
      begunNodes = undefined
      return { done: false, value }
    }
    if (after === undefined) return iterationEnd
    const from = after
    const page = await retryWhileOutOfMemory(() => read({ first, after: from }))
    after = nextCursor(page)
    return { done: false, value: body(page.nodes) }
  }
  return closable(next, () => undefined)
}

const maxAttempts = 10

/** Retries a page that was refused with a time to wait: a list that has begun outlasts a shortage of memory. */
async function retryWhileOutOfMemory<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      const answer = error instanceof HttpError ? error.answer : undefined
      const seconds = Number(answer?.status === 503 ? answer.headers?.['Retry-After'] : undefined)
      if (tries === maxAttempts || !(seconds > 0)) throw error
      await setTimeout(seconds * 1_000)
    }
  }
}

/** A page of a list that can also be read from its end. */
interface LastPage<Node> extends Page<Node> {
  readonly pageInfo: Page<Node>['pageInfo'] & {
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
  }
}

type ReadLastPage<Node> = (page: {
  first?: number
  after?: string | undefined
  last?: number
  before?: string | undefined
}) => Promise<LastPage<Node>>

/** Answers the last `count` rows of a list. If they do not fit one page, they are read and written page by page. */
export async function answerLast<Node, Body>(
  count: number,
  read: ReadLastPage<Node>,
  body: (nodes: readonly Node[]) => Body,
): Promise<JsonAnswer<Body> | ListAnswer<Body>> {
  const { nodes, pageInfo } = await read({ last: count })
  if (nodes.length >= count || !pageInfo.hasPreviousPage) return json(body(nodes))
  const cursor = await cursorBeforeLast(count, read)
  let left = count
  const readLeft: ReadPage<Node> = async ({ first, after }) => {
    const page = await read({ first: Math.min(first, left), after })
    left -= page.nodes.length
    return left > 0 ? page : { nodes: page.nodes, pageInfo: { hasNextPage: false, endCursor: null } }
  }
  return answerList({ cursor }, readLeft, body)
}

/** The cursor of the row before the last `count` ones; undefined when there is none. */
async function cursorBeforeLast(count: number, read: ReadLastPage<unknown>): Promise<string | undefined> {
  let before: string | undefined
  for (let left = count + 1; left > 0;) {
    const { nodes, pageInfo } = await read({ last: Math.min(left, limits.pageSize), before })
    left -= nodes.length
    before = pageInfo.startCursor ?? undefined
    if (left > 0 && (!pageInfo.hasPreviousPage || before === undefined)) return undefined
  }
  return before
}

function nextCursor({ pageInfo: { hasNextPage, endCursor } }: Page<unknown>): string | undefined {
  return hasNextPage ? (endCursor ?? undefined) : undefined
}
