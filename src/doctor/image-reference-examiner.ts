import type { EntityManager } from 'typeorm'
import type { Database } from '../database/database.js'
import { rowId } from '../database/statements/row-id.js'
import { selectRows } from '../database/statements/select-rows.js'
import { CharacterTable } from '../database/tables/characters.js'
import { ImageTable } from '../database/tables/images.js'
import { UserTable } from '../database/tables/users.js'
import type { Examiner, Finding, FindingsPage, PageRequest } from './finding.js'

/** Something that shows an image, and where it says so. */
interface ImageReference {
  readonly id: number
  readonly imageId: string | null
}

/** How one kind of thing that shows images is read and changed. */
interface ReferenceTable {
  readonly part: 'characters' | 'accounts'
  readonly noun: string
  after(em: EntityManager, id: number, limit: number): Promise<ImageReference[]>
  lock(em: EntityManager, id: number): Promise<ImageReference[]>
  clear(em: EntityManager, id: number): Promise<unknown>
}

const images = selectRows(ImageTable, ['id'])
const characters = selectRows(CharacterTable, ['id', 'imageId'])
const accounts = selectRows(UserTable, ['id', 'profileImageId'])
const orderBy = { column: 'id', descending: false } as const
const shown = ({ id, profileImageId }: { id: number; profileImageId: string | null }): ImageReference => ({
  id,
  imageId: profileImageId,
})

export const characterReferences: ReferenceTable = {
  part: 'characters',
  noun: 'character',
  after: (em, id, limit) => characters(em, { where: [{ column: 'id', is: '>', value: id }], orderBy, limit }),
  lock: (em, id) => characters(em, { where: [{ column: 'id', is: '=', value: id }], lock: 'update' }),
  clear: (em, id) => em.update(CharacterTable, { id }, { imageId: null }),
}

export const accountReferences: ReferenceTable = {
  part: 'accounts',
  noun: 'account',
  after: async (em, id, limit) =>
    (await accounts(em, { where: [{ column: 'id', is: '>', value: id }], orderBy, limit })).map(shown),
  lock: async (em, id) =>
    (await accounts(em, { where: [{ column: 'id', is: '=', value: id }], lock: 'update' })).map(shown),
  clear: (em, id) => em.update(UserTable, { id }, { profileImageId: null }),
}

/** Characters or accounts that show an image of which there is no row: no foreign key ties them. */
export class ImageReferenceExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly table: ReferenceTable,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const { part, noun } = this.table
    const from = (after === null ? undefined : rowId(after)) ?? 0
    const page = await this.database.read((em) => this.table.after(em, from, limit))
    const suspects = await this.database.read((em) => withoutImage(em, page))
    const findings: Finding[] = []
    for (const { id, imageId } of suspects) {
      const now = await this.database.read((em) => this.table.after(em, id - 1, 1))
      if (now[0]?.id !== id || now[0].imageId !== imageId) continue
      const detail = `${noun} ${id} shows image ${imageId ?? ''}, which is gone`
      findings.push({ part, kind: 'picture-without-image', subject: String(id), detail })
    }
    const last = page.at(-1)
    return { looked: page.length, findings, next: last ? String(last.id) : null }
  }

  /** Removes the picture. */
  async mend({ subject }: Pick<Finding, 'subject'>): Promise<boolean> {
    const id = rowId(subject)
    if (id === undefined) return false
    return this.database.write(async (em) => {
      if ((await withoutImage(em, await this.table.lock(em, id))).length === 0) return false
      await this.table.clear(em, id)
      return true
    })
  }
}

async function withoutImage(em: EntityManager, page: readonly ImageReference[]): Promise<ImageReference[]> {
  const showing = page.filter(({ imageId }) => imageId !== null)
  const values = showing.flatMap(({ imageId }) => imageId ?? [])
  const there = new Set((await images(em, { where: [{ column: 'id', is: 'in', values }] })).map(({ id }) => id))
  return showing.filter(({ imageId }) => imageId !== null && !there.has(imageId))
}
