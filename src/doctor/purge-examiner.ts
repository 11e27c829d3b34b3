import { type Database, rowId } from '@parley/statements'
import { PurgeTable } from '../database/tables/purges.js'
import type { Purge } from '../deletion/purge.js'
import type { Purger } from '../deletion/purger.js'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** Purges that were recorded long ago and are still pending. */
export class PurgeExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly purger: Purger,
  ) {}

  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    const selection = { orderBy: { id: 'asc' }, after: [rowId(after ?? '') ?? 0], limit } as const
    const page = await this.database.read((db) => db.select(PurgeTable, {}, selection))
    const findings = page
      .filter(({ createdAt }) => createdAt < before)
      .map((purge): Finding => {
        const isKnown = this.purger.knows(purge.kind)
        const kind = isKnown ? 'stuck-purge' : 'unknown-purge'
        return { part: 'purges', kind, subject: String(purge.id), detail: detailOf(purge, isKnown) }
      })
    const last = page.at(-1)
    return { examined: page.length, findings, next: last ? String(last.id) : null }
  }

  /**
   * Tries the purge now, due or not. One of a kind that this release does not know is deleted. A young one is left: it
   * may be planned for a room that is being created.
   */
  async repair({ kind, subject, before }: RepairRequest): Promise<boolean> {
    const purge = await this.database.read((db) => db.selectOne(PurgeTable, { id: rowId(subject) ?? 0 }))
    if (!purge || purge.createdAt >= before) return false
    if (this.purger.knows(purge.kind)) return this.purger.retry(purge)
    if (kind !== 'unknown-purge') return false
    const deleted = await this.database.write((db) => db.delete(PurgeTable, { id: purge.id }))
    return deleted === 1
  }
}

function detailOf(
  purge: Pick<Purge, 'kind' | 'target' | 'createdAt' | 'attempts' | 'lastError'>,
  isKnown: boolean,
): string {
  const { kind, target, createdAt, attempts, lastError } = purge
  const what = `${kind} "${target}" is to go since ${new Date(createdAt).toISOString()}`
  if (!isKnown) return `${what}, and only a release that knows this kind can remove it`
  return `${what}, tried ${attempts} times` + (lastError === null ? '' : `, last met ${lastError}`)
}
