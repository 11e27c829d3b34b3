import type { Database } from '../database/database.js'
import { rowId } from '../database/row-id.js'
import { selectRows } from '../database/select-rows.js'
import { PurgeTable } from '../database/tables/purges.js'
import type { Purger } from '../deletion/purger.js'
import type { Examiner, Finding, FindingsPage, PageRequest } from './finding.js'

const purges = selectRows(PurgeTable, ['id', 'kind', 'target', 'createdAt', 'attempts', 'lastError'])

/** What deletions have noted long ago and nobody could remove yet, or nobody was there to. */
export class PurgeExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly purger: Purger,
  ) {}

  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    const where = [{ column: 'id', is: '>', value: (after === null ? undefined : rowId(after)) ?? 0 }] as const
    const orderBy = { column: 'id', descending: false } as const
    const page = await this.database.read((em) => purges(em, { where, orderBy, limit }))
    const findings = page
      .filter(({ createdAt }) => createdAt < before)
      .map(({ id, kind, target, createdAt, attempts, lastError }) => ({
        part: 'purges' as const,
        kind: 'stuck-purge' as const,
        subject: String(id),
        detail:
          `${kind} "${target}" is to go since ${new Date(createdAt).toISOString()}, tried ${attempts} times` +
          (lastError === null ? '' : `, last met ${lastError}`),
      }))
    const last = page.at(-1)
    return { looked: page.length, findings, next: last ? String(last.id) : null }
  }

  /** Tries it now, due or not. */
  async mend({ subject }: Pick<Finding, 'subject'>): Promise<boolean> {
    const [purge] = await this.database.read((em) =>
      purges(em, { where: [{ column: 'id', is: '=', value: rowId(subject) ?? 0 }] }),
    )
    return purge !== undefined && (await this.purger.retry(purge))
  }
}
