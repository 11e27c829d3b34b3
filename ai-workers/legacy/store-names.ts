import type { Express } from 'express'
import { z } from 'zod'
import { faultsOfIssues, lastValues, mountPath, refusals } from '@parley/edge'

/** The names of the chat-log stores; they contain no user names. */
export interface StoreNames {
  readonly database: string
  readonly collections: readonly string[]
}

const collectionsQuery = z.object({ db_name: z.string() })

/** `GET /doclog/db` and `GET /doclog/collections` of line 1.2. 422 without `db_name`, 404 for a database that is not ours. */
export function mountStoreNames(app: Express, { database, collections }: StoreNames): void {
  mountPath(app, '/doclog/db', { get: (_request, response) => void response.json({ Database: [database] }) })
  mountPath(app, '/doclog/collections', {
    get: (request, response) => {
      const query = collectionsQuery.safeParse(lastValues(request.query), { reportInput: true })
      if (!query.success) throw refusals.invalid(faultsOfIssues(query.error.issues, (path) => ['query', ...path]))
      if (query.data.db_name !== database) throw refusals.notFound()
      response.json({ Collections: collections })
    },
  })
}
