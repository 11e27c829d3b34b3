import { type Database, oneOf } from '@parley/statements'
import { CharacterTable } from '../database/tables/characters.js'
import { ImageTable } from '../database/tables/images.js'
import { PersonaTable } from '../database/tables/personas.js'
import { UserTable } from '../database/tables/users.js'
import type { Image } from '../images/image.js'
import type { FileStore } from '../ports/file-store/file-store.js'
import type { Examiner, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** Image rows without a whole file. The file is stored before its row is written, and deleted after it. */
export class ImageExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const selection = { orderBy: { id: 'asc' }, after: [after ?? ''], limit } as const
    const page = await this.database.read((db) => db.select(ImageTable, {}, selection))
    const faults = new Map<string, string>()
    for (const image of page) {
      const fault = await this.#faultOf(image)
      if (fault !== undefined) faults.set(image.id, fault)
    }
    const existing = await this.database.read((db) => db.select(ImageTable, { id: oneOf([...faults.keys()]) }))
    const findings = existing.map(({ id, ownerId }) => ({
      part: 'images' as const,
      kind: 'image-without-file' as const,
      subject: id,
      ownerId,
      detail: `image ${id} of account ${ownerId} has ${faults.get(id) ?? 'no file'}`,
    }))
    return { examined: page.length, findings, next: page.at(-1)?.id ?? null }
  }

  /** Deletes the row, and removes the image from the objects that show it. */
  async repair({ subject: id }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    const image = await this.database.read((db) => db.selectOne(ImageTable, { id }, { columns: ['id', 'bytes'] }))
    if (!image || (await this.#faultOf(image)) === undefined) return false
    return this.database.write(async (db) => {
      const deleted = await db.delete(ImageTable, { id })
      if (deleted === 0) return false
      await db.update(CharacterTable, { imageId: id }, { imageId: null })
      await db.update(PersonaTable, { imageId: id }, { imageId: null })
      await db.update(UserTable, { profileImageId: id }, { profileImageId: null })
      return true
    })
  }

  async #faultOf({ id, bytes }: Pick<Image, 'id' | 'bytes'>): Promise<string | undefined> {
    const found = await this.store.find(id)
    if (!found) return 'no file'
    return found.size === bytes ? undefined : `a file of ${found.size} bytes instead of ${bytes}`
  }
}
