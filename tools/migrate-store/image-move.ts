import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { RowSummer } from '@parley/statements'
import { unfinishedMark, type FileStore } from '../../src/ports/file-store/file-store.js'
import { Refusal } from '../operator/command.js'
import type { Move, Transfer } from './move.js'

/** Files that are copied or compared at a time. */
const atOnce = 8

/** Files of images and of data exports, from a folder to a bucket. Their names and bytes never change. */
export class ImageMove implements Move {
  readonly transfers: readonly Transfer[]
  #copied: ReadonlySet<string> = new Set()

  private constructor(
    private readonly source: FileStore,
    private readonly target: FileStore,
    private readonly ids: ReadonlySet<string>,
  ) {
    const copy = () => this.#copy()
    const compare = async (onRows: (rows: number) => void) => ({
      source: await sumOf(source, ids, (rows) => onRows(rows / 2)),
      target: await sumOf(target, await idsIn(target), (rows) => onRows((ids.size + rows) / 2)),
    })
    this.transfers = [{ name: 'images', rows: ids.size, msPerRow: 20, copy, compare }]
  }

  static async open(source: FileStore, target: FileStore): Promise<ImageMove> {
    return new ImageMove(source, target, await idsIn(source))
  }

  async inspect(): Promise<boolean> {
    this.#copied = await idsIn(this.target)
    const others = [...this.#copied].filter((id) => !this.ids.has(id)).length
    if (others === 0) return false
    throw new Refusal(
      `IMAGES_URL: the folder of this installation in the bucket has ${others} other objects. Remove them.`,
      73,
    )
  }

  begin(): Promise<void> {
    return this.target.put(unfinishedMark, Buffer.from('npm run migrate-store has not finished'))
  }

  async *#copy(): AsyncGenerator<number, void> {
    yield this.#copied.size
    const missing = [...this.ids].filter((id) => !this.#copied.has(id))
    for (let at = 0; at < missing.length; at += atOnce) {
      await Promise.all(missing.slice(at, at + atOnce).map((id) => this.#copyOne(id)))
      yield this.#copied.size + Math.min(at + atOnce, missing.length)
    }
  }

  async #copyOne(id: string): Promise<void> {
    const bytes = await bytesOf(this.source, id)
    if (bytes) await this.target.put(id, bytes)
  }

  complete(): Promise<void> {
    return Promise.resolve()
  }

  finish(): Promise<void> {
    return this.target.delete(unfinishedMark)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

async function idsIn(store: FileStore): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const id of store.list()) if (id !== unfinishedMark) ids.add(id)
  return ids
}

async function sumOf(store: FileStore, ids: Iterable<string>, onRows: (rows: number) => void): Promise<RowSummer> {
  const sum = new RowSummer()
  const all = [...ids]
  for (let at = 0; at < all.length; at += atOnce) {
    await Promise.all(
      all.slice(at, at + atOnce).map(async (id) => {
        const bytes = await bytesOf(store, id)
        if (bytes) sum.add(`${id} ${hash('sha256', bytes)}`)
      }),
    )
    onRows(sum.rows)
  }
  return sum
}

async function bytesOf(store: FileStore, id: string): Promise<Buffer | undefined> {
  const file = await store.open(id)
  return file && buffer(file.read()).finally(() => file.close())
}
