import { isDeepStrictEqual } from 'node:util'
import { ask, headerNames, postJson, refusalOf } from '../client.js'
import type { ServerProcess } from '../processes.js'
import { documents, refused, variables, writes } from './documents.js'
import type { ListServers } from './list-servers.js'

/**
 * Throws when the servers do not answer the same to all documents and writes, or when the peer with the safety of
 * Parley does not refuse what Parley refuses, or answers with other headers.
 */
export async function compareAnswers({ parley, bare, filling: token }: ListServers): Promise<void> {
  const all = [parley, ...Object.values<ServerProcess>(bare)]
  const reads = documents.flatMap((query) => [undefined, token].map((sent) => ({ query, variables, token: sent })))
  const changes = writes.map((write) => ({ ...write, token }))
  let expected: unknown
  for (const request of reads) {
    const answers = await Promise.all(all.map(({ url }) => ask(url, request)))
    expected ??= answers[0]
    if (!answers.every((answer) => isDeepStrictEqual(answer, expected))) throw new Error('the lists differ')
  }
  for (const request of changes) {
    const answers = await Promise.all(all.map(({ url }) => ask(url, request)))
    const changed = { setLike: { changed: true, character: { id: '1' } } }
    if (!answers.every((answer) => isDeepStrictEqual(answer, changed))) throw new Error('a like did not change')
  }
  const safe = [parley, bare.safeMercurius]
  for (const [limit, request] of Object.entries(refused)) {
    const [ours, theirs] = await Promise.all(safe.map(({ url }) => refusalOf(url, request)))
    if (ours === undefined || ours !== theirs) throw new Error(`too many ${limit}: ${String(ours)}; ${String(theirs)}`)
  }
  const [ours, theirs] = await Promise.all(
    safe.map(async ({ url }) =>
      headerNames(await postJson(`${url}/graphql`, { query: documents[0] ?? '', variables })),
    ),
  )
  if (!isDeepStrictEqual(ours, theirs)) throw new Error(`the headers differ: ${String(ours)}; ${String(theirs)}`)
}
