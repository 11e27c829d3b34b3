import { hash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { modelParts } from './gguf-file.js'
import { fileOfTag, hubSource, type HubAccess } from './hub.js'
import type { ModelSource } from './download.js'
import type { ModelAddress } from './model-address.js'

/** One file of a model: its path and its source. */
export interface ModelLocation {
  readonly path: string
  readonly sha256: string | undefined
  /** Looks the source up. Rejects with ModelUnavailable, or with what fetch throws. */
  readonly source: () => Promise<ModelSource>
}

/** Where downloaded files of models are kept. */
export interface ModelDownloads {
  readonly folder: string
  readonly hub: HubAccess
  /** Creates a missing folder, with its parents. */
  readonly makeFolder: (path: string) => void
}

type OnHub = Extract<ModelAddress, { kind: 'hub' }>

/** The files of a model in the folder of downloads; creates the folders. Rejects like `source`. */
export async function modelLocations(address: ModelAddress, downloads: ModelDownloads): Promise<ModelLocation[]> {
  switch (address.kind) {
    case 'url':
      return modelParts(new URL(address.url).pathname).map((path, _index, { length }) => {
        const url = new URL(path + new URL(address.url).search, address.url).href
        const sha256 = length === 1 ? address.sha256 : undefined
        const source = () => Promise.resolve({ url, headers: {}, sha256 })
        return { path: locationOf(url, downloads), sha256, source }
      })
    case 'hub': {
      const { user, repo, revision } = address
      const below = { ...downloads, folder: join(downloads.folder, 'hub', user, repo, revision) }
      const file = await fileOf(below, address)
      return modelParts(file).map((path, _index, { length }) => {
        const sha256 = length === 1 ? address.sha256 : undefined
        const source = async () => {
          const found = await hubSource({ user, repo, revision, path }, downloads.hub)
          return { ...found, sha256: sha256 ?? found.sha256 }
        }
        return { path: inFolder(below, path.split('/')), sha256, source }
      })
    }
  }
}

/** A different host, path or query means a different file. */
function locationOf(address: string, downloads: ModelDownloads): string {
  const { host, pathname, search } = new URL(address)
  const query = search === '' ? [] : [hash('sha256', search).slice(0, 8)]
  const names = pathname.split('/').filter(Boolean)
  return inFolder(downloads, ['web', host.replaceAll(/[^A-Za-z0-9.-]/g, '_'), ...query, ...names])
}

function inFolder({ folder, makeFolder }: ModelDownloads, names: readonly string[]): string {
  const path = join(folder, ...names)
  makeFolder(join(path, '..'))
  return path
}

/** The file of a quantization is looked up once, so that a later start needs no network. */
async function fileOf(below: ModelDownloads, { user, repo, file }: OnHub): Promise<string> {
  if ('path' in file) return file.path
  const note = inFolder(below, [`${file.tag}.tag`])
  const known = await readFile(note, 'utf8').catch(() => undefined)
  if (known !== undefined && known !== '') return known
  const path = await fileOfTag({ user, repo, tag: file.tag }, below.hub)
  await writeWhole(note, path)
  return path
}

/** Atomic: a reader finds nothing or the whole text, also after a crash and with several writing processes. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
