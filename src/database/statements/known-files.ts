import { oneOf, type Queries } from '@parley/statements'
import { CharacterCardTable } from '../tables/characters.js'
import { DataExportTable } from '../tables/data-exports.js'
import { FileTable } from '../tables/files.js'
import { ImageTable } from '../tables/images.js'
import { PurgeTable } from '../tables/purges.js'

/** The `fileKey` in the name of a part of a data export; undefined for the file of an image. */
const fileKeyIn = (name: string): string | undefined => /^export-(.{22})-\d+$/.exec(name)?.[1]

/** Those of the files of the file store that a row names: images, uploaded files, assets of cards, parts of data exports, and what a purge deletes. */
export async function knownFiles(db: Queries, names: readonly string[]): Promise<ReadonlySet<string>> {
  const images = await db.select(ImageTable, { id: oneOf(names) }, { columns: ['id'] })
  const files = await db.select(FileTable, { id: oneOf(names) }, { columns: ['id'] })
  const cards = await db.select(CharacterCardTable, { fileId: oneOf(names) }, { columns: ['fileId'] })
  const purges = await db.select(PurgeTable, { kind: 'image', target: oneOf(names) }, { columns: ['target'] })
  const keys = [...new Set(names.flatMap((name) => fileKeyIn(name) ?? []))]
  const exports =
    keys.length === 0 ? [] : await db.select(DataExportTable, { fileKey: oneOf(keys) }, { columns: ['fileKey'] })
  const known = new Set(exports.map(({ fileKey }) => fileKey))
  const parts = names.filter((name) => known.has(fileKeyIn(name) ?? ''))
  return new Set([
    ...[...images, ...files].map(({ id }) => id),
    ...cards.flatMap(({ fileId }) => fileId ?? []),
    ...purges.map(({ target }) => target),
    ...parts,
  ])
}
