import type { Database } from '@parley/statements'
import { knownFiles } from '../database/statements/known-files.js'
import type { FileStore } from '../ports/file-store/file-store.js'
import type { Examiner, FindingsPage, PageRequest, RepairRequest } from './finding.js'

const idsPerQuery = 500

/** Files of images, of uploads, of assets of cards and of data exports without a row. The sweep deletes them too, after an hour. */
export class FileExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  /** Examines every file, since the store lists them in no order. The page limits only the findings. */
  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    let examined = 0
    let found: string[] = []
    let batch: string[] = []
    const judge = async () => {
      const strays = (await this.#withoutRow(batch)).filter((id) => after === null || id > after)
      for (const id of strays) if (await this.#isOlder(id, before)) found.push(id)
      // the page has the first ones in sorted order
      found = found.sort().slice(0, limit)
      batch = []
    }
    for await (const id of this.store.list()) {
      examined += 1
      if (batch.push(id) === idsPerQuery) await judge()
    }
    await judge()
    const findings = found.map((id) => ({
      part: 'files' as const,
      kind: 'file-without-image' as const,
      subject: id,
      detail: `file ${id} belongs to no image`,
    }))
    return { examined, findings, next: found.length < limit ? null : (found.at(-1) ?? null) }
  }

  async repair({ subject: id, before }: RepairRequest): Promise<boolean> {
    // the age first: an upload writes its row after the file
    if (!(await this.#isOlder(id, before)) || (await this.#withoutRow([id])).length === 0) return false
    await this.store.delete(id)
    return true
  }

  async #withoutRow(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const recorded = await this.database.read((db) => knownFiles(db, ids))
    return ids.filter((id) => !recorded.has(id))
  }

  /** False also for a file that was deleted in the meantime. */
  async #isOlder(id: string, before: number): Promise<boolean> {
    const found = await this.store.find(id)
    return found !== undefined && found.storedAt < before
  }
}
