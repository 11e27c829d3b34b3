import { type Database, oneOf } from '@parley/statements'
import { FileTable } from '../database/tables/files.js'
import { PassageIndexTable } from '../database/tables/passages.js'
import type { StoredFile } from '../files/file.js'
import type { FileStore } from '../ports/file-store/file-store.js'
import type { FindingKind } from './finding-kinds.js'
import type { Examiner, FindingsPage, PageRequest, RepairRequest } from './finding.js'

interface Fault {
  readonly kind: Extract<FindingKind, 'upload-without-file' | 'upload-without-text' | 'upload-not-read'>
  readonly detail: string
}

/**
 * Uploaded files without their bytes, which are stored before the row and deleted after it; those that were read and have no text; and those
 * that no instance reads although they wait.
 */
export class UploadExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    const selection = { orderBy: { id: 'asc' }, after: [after ?? ''], limit } as const
    const page = await this.database.read((db) => db.select(FileTable, {}, selection))
    const indexed = await this.#indexed(page.map(({ id }) => id))
    const faults = new Map<string, Fault>()
    for (const file of page) {
      const fault = await this.#faultOf(file, indexed, before)
      if (fault) faults.set(file.id, fault)
    }
    // some may have been removed meanwhile
    const existing = await this.database.read((db) => db.select(FileTable, { id: oneOf([...faults.keys()]) }))
    const findings = existing.flatMap(({ id, ownerId }) => {
      const fault = faults.get(id)
      if (!fault) return []
      const detail = `file ${id} of account ${ownerId} ${fault.detail}`
      return { part: 'uploads' as const, kind: fault.kind, subject: id, ownerId, detail }
    })
    return { examined: page.length, findings, next: page.at(-1)?.id ?? null }
  }

  /** One without its bytes is deleted with its text; the others are read again. */
  async repair({ kind, subject: id, before }: RepairRequest): Promise<boolean> {
    const file = await this.database.read((db) => db.selectOne(FileTable, { id }))
    if (!file) return false
    const fault = await this.#faultOf(file, await this.#indexed([id]), before)
    if (fault?.kind !== kind) return false
    const asFound = { id, state: file.state, lease: file.lease }
    if (kind === 'upload-without-file') return (await this.database.write((db) => db.delete(FileTable, asFound))) === 1
    const again = { state: 'READING', lease: '', leaseUntil: 0, attempts: 0 } as const
    return (await this.database.write((db) => db.update(FileTable, asFound, again))) === 1
  }

  async #indexed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.read((db) =>
      db.select(PassageIndexTable, { fileId: oneOf(ids) }, { columns: ['fileId'] }),
    )
    return new Set(rows.map(({ fileId }) => fileId))
  }

  async #faultOf(
    { id, bytes, state, characters, createdAt, leaseUntil }: StoredFile,
    indexed: ReadonlySet<string>,
    before: number,
  ): Promise<Fault | undefined> {
    const found = await this.store.find(id)
    if (found?.size !== bytes) {
      const what = found ? `a file of ${found.size} bytes instead of ${bytes}` : 'no bytes'
      return { kind: 'upload-without-file', detail: `has ${what}` }
    }
    if (state === 'READING')
      return createdAt < before && leaseUntil < before
        ? { kind: 'upload-not-read', detail: 'waits to be read' }
        : undefined
    if (state === 'UNREADABLE' || characters === 0 || indexed.has(id)) return undefined
    return { kind: 'upload-without-text', detail: 'was read and has no text' }
  }
}
