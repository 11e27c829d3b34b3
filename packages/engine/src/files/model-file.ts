import { basename } from 'node:path'
import type { Logger } from '@parley/runtime'
import type { ModelAddress } from './model-address.js'
import { bundledModelPath } from './bundled-model.js'
import { download, type ModelSource } from './download.js'
import { isDownloaded, noteDownloaded } from './downloaded-file.js'
import { lockModel } from './model-lock.js'
import { modelLocations, type ModelDownloads, type ModelLocation } from './model-locations.js'
import { ModelUnavailable } from './model-unavailable.js'
import { DownloadProgress } from './download-progress.js'
import { reasonOf } from './failure-reason.js'

/** The source of a model's file; paths are absolute. */
type ModelOnDisk =
  | { readonly kind: 'bundled' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'download'; readonly address: ModelAddress }

/** The folders of model files on this machine. */
export interface ModelFiles {
  readonly bundledFolder: string
  readonly downloads: ModelDownloads
  readonly log: Logger
}

/**
 * The path of a model's file (of the first one, when it has several parts). Downloads a missing file to the folder of
 * downloads, without a time limit; waits when another process downloads it.
 * @throws ModelUnavailable when it is unavailable; what the file system throws.
 */
export async function modelFile(model: ModelOnDisk, files: ModelFiles): Promise<string> {
  switch (model.kind) {
    case 'bundled':
      return bundledModelPath(files.bundledFolder)
    case 'file':
      return model.path
    case 'download':
      return downloadedModel(model.address, files)
  }
}

async function downloadedModel(address: ModelAddress, { downloads, log }: ModelFiles): Promise<string> {
  downloads.makeFolder(downloads.folder)
  const places = await reached(() => modelLocations(address, downloads))
  for (const place of places) await ensureDownloaded(place, log)
  const [first] = places
  if (!first) throw new Error('a model has at least one file')
  return first.path
}

/** The lock belongs to the file: several addresses may lead to one file. */
async function ensureDownloaded({ path, sha256, source }: ModelLocation, log: Logger): Promise<void> {
  const onWait = () => log.info({ file: basename(path) }, 'model_download.awaited')
  const lock = await lockModel(`${path}.lock`, onWait)
  try {
    if (!(await isDownloaded(path, sha256))) await fetchInto(path, await reached(source), log)
  } finally {
    lock.release()
  }
}

async function fetchInto(path: string, source: ModelSource, log: Logger): Promise<void> {
  const file = basename(path)
  const progress = new DownloadProgress(file, log)
  log.info({ file, size: source.size }, 'model_download.started')
  try {
    const downloaded = await download(source, { path, onProgress: (bytes, total) => progress.show(bytes, total) })
    await noteDownloaded(path, downloaded)
    log.info({ file, ...downloaded }, 'model_download.completed')
  } finally {
    progress.end()
  }
}

/** Retries: like any server, the hub may be slow or unavailable for a moment. */
async function reached<T>(source: () => Promise<T>): Promise<T> {
  try {
    return await source()
  } catch (error) {
    if (error instanceof ModelUnavailable) throw error
    throw new ModelUnavailable(`The hub could not be asked for the model (${reasonOf(error)})`)
  }
}
