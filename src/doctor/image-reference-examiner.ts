import { type Database, oneOf, type Queries, rowId, type Selection } from '@parley/statements'
import { CharacterTable } from '../database/tables/characters.js'
import { ImageTable } from '../database/tables/images.js'
import { PersonaTable } from '../database/tables/personas.js'
import { UserTable } from '../database/tables/users.js'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** An object that shows an image, and the column of the reference. */
interface ImageReference {
  readonly id: number
  readonly imageId: string | null
}

/** How objects of one kind are read and changed. */
interface ReferenceTable {
  readonly part: 'characters' | 'personas' | 'accounts'
  readonly noun: string
  read(db: Queries, where: { readonly id?: number }, selection: Selection<{ id: number }>): Promise<ImageReference[]>
  clear(db: Queries, id: number): Promise<unknown>
}

export const characterReferences: ReferenceTable = {
  part: 'characters',
  noun: 'character',
  read: (db, where, selection) => db.select(CharacterTable, where, { ...selection, columns: ['id', 'imageId'] }),
  clear: (db, id) => db.update(CharacterTable, { id }, { imageId: null }),
}

export const personaReferences: ReferenceTable = {
  part: 'personas',
  noun: 'persona',
  read: (db, where, selection) => db.select(PersonaTable, where, { ...selection, columns: ['id', 'imageId'] }),
  clear: (db, id) => db.update(PersonaTable, { id }, { imageId: null }),
}

export const accountReferences: ReferenceTable = {
  part: 'accounts',
  noun: 'account',
  read: async (db, where, selection) => {
    const accounts = await db.select(UserTable, where, { ...selection, columns: ['id', 'profileImageId'] })
    return accounts.map(({ id, profileImageId }) => ({ id, imageId: profileImageId }))
  },
  clear: (db, id) => db.update(UserTable, { id }, { profileImageId: null }),
}

/** Characters, personas or accounts that show an image without a row, which no foreign key prevents. */
export class ImageReferenceExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly table: ReferenceTable,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const { part, noun } = this.table
    const selection = { orderBy: { id: 'asc' }, after: [rowId(after ?? '') ?? 0], limit } as const
    const page = await this.database.read((db) => this.table.read(db, {}, selection))
    const suspects = await this.database.read((db) => withoutImage(db, page))
    const findings: Finding[] = []
    for (const { id, imageId } of suspects) {
      const [now] = await this.database.read((db) => this.table.read(db, { id }, {}))
      if (now?.imageId !== imageId) continue
      const detail = `${noun} ${id} shows image ${imageId ?? ''}, which is gone`
      const ownerId = part === 'accounts' ? id : undefined
      findings.push({ part, kind: 'picture-without-image', subject: String(id), detail, ownerId })
    }
    const last = page.at(-1)
    return { examined: page.length, findings, next: last ? String(last.id) : null }
  }

  /** Removes the reference. */
  async repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    const id = rowId(subject)
    if (id === undefined) return false
    return this.database.write(async (db) => {
      if ((await withoutImage(db, await this.table.read(db, { id }, { lock: 'update' }))).length === 0) return false
      await this.table.clear(db, id)
      return true
    })
  }
}

async function withoutImage(db: Queries, page: readonly ImageReference[]): Promise<ImageReference[]> {
  const showing = page.filter(({ imageId }) => imageId !== null)
  const values = showing.flatMap(({ imageId }) => imageId ?? [])
  const existing = new Set(
    (await db.select(ImageTable, { id: oneOf(values) }, { columns: ['id'] })).map(({ id }) => id),
  )
  return showing.filter(({ imageId }) => imageId !== null && !existing.has(imageId))
}
