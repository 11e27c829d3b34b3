import { type Database, oneOf, rowId } from '@parley/statements'
import type { KeptCard } from '../characters/character.js'
import { CharacterCardTable } from '../database/tables/characters.js'
import type { FileStore } from '../ports/file-store/file-store.js'
import type { Examiner, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** Cards whose assets are not in the file store. The file is stored before its row is written, and deleted after it. */
export class CardExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const columns = ['id', 'characterId', 'fileId', 'fileBytes'] as const
    const selection = { columns, orderBy: { id: 'asc' }, after: [rowId(after ?? '') ?? 0], limit } as const
    const page = await this.database.read((db) => db.select(CharacterCardTable, {}, selection))
    const faults = new Map<number, string>()
    for (const card of page) {
      const fault = await this.#faultOf(card)
      if (fault !== undefined) faults.set(card.id, fault)
    }
    const existing = await this.database.read((db) =>
      db.select(CharacterCardTable, { id: oneOf([...faults.keys()]) }, { columns: ['id', 'characterId'] }),
    )
    const findings = existing.map(({ id, characterId }) => ({
      part: 'cards' as const,
      kind: 'card-without-assets' as const,
      subject: String(id),
      detail: `the card of character ${characterId} has ${faults.get(id) ?? 'no file'}`,
    }))
    const last = page.at(-1)
    return { examined: page.length, findings, next: last ? String(last.id) : null }
  }

  /** The card loses its assets, and keeps its texts. */
  async repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    const id = rowId(subject)
    if (id === undefined) return false
    const columns = ['fileId', 'fileBytes'] as const
    const card = await this.database.read((db) => db.selectOne(CharacterCardTable, { id }, { columns }))
    if (!card || (await this.#faultOf(card)) === undefined) return false
    const change = { fileId: null, fileBytes: 0 }
    const where = { id, fileId: card.fileId }
    return (await this.database.write((db) => db.update(CharacterCardTable, where, change))) === 1
  }

  async #faultOf({ fileId, fileBytes }: Pick<KeptCard, 'fileId' | 'fileBytes'>): Promise<string | undefined> {
    if (fileId === null) return undefined
    const found = await this.store.find(fileId)
    if (!found) return 'no file with its assets'
    return found.size === fileBytes
      ? undefined
      : `a file of ${found.size} bytes instead of ${fileBytes} with its assets`
  }
}
