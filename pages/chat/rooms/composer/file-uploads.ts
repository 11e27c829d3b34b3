import { ParleyError, type Parley } from '@parley/client'
import { fetchWithProgress } from '@parley/client/uploads'
import { errorOf } from '../../../ui/feedback/page-fault.js'
import type { DraftFile, Outbox } from './outbox.js'

/** Of a message. */
export const mostFiles = 20
/** The server accepts no larger file. */
const mostBytes = 25_000_000
/** So many files are uploaded at the same time. */
const mostUploads = 3

interface UploadTarget {
  readonly parley: Parley
  /** Where the draft is now. */
  readonly place: Outbox['place']
}

let running = 0
const waiting: (() => void)[] = []
/** End the uploads. */
const uploads = new WeakMap<File, AbortController>()

/** Adds files to a draft and uploads them, a few at a time. */
export function addFiles(files: readonly File[], target: UploadTarget): void {
  const added = files.map((file): DraftFile => ({ name: nameOf(file), file, share: 0, failure: failureOf(file) }))
  if (added.length === 0) return
  change(target.place, (before) => [...before, ...added])
  for (const { file, failure } of added) if (file && !failure) void upload(file, target)
}

/** Uploads a file of the draft again. */
export function retryFile(file: File, target: UploadTarget): void {
  changeFile(target.place, file, (one) => ({ ...one, share: 0, failure: undefined }))
  void upload(file, target)
}

/** Removes a file from the draft, ends its upload and deletes it from the server. */
export function detachFile(removed: DraftFile, { parley, place }: UploadTarget): void {
  change(place, (files) => files.filter((one) => one !== removed))
  if (removed.file) uploads.get(removed.file)?.abort()
  if (removed.id !== undefined) forget(parley, removed.id)
}

/** Reads the states of files of the draft again. */
export async function refreshFiles(ids: readonly string[], { parley, place }: UploadTarget, signal?: AbortSignal) {
  for (const id of ids) {
    const data = await parley.file(id, { signal })
    const changed = (one: DraftFile): DraftFile => (data ? { ...one, data } : { name: one.name, failure: 'removed' })
    change(place, (files) => files.map((one) => (one.id === id ? changed(one) : one)))
  }
}

async function upload(file: File, { parley, place }: UploadTarget): Promise<void> {
  const { signal } = begun(file)
  await slot()
  try {
    const onProgress = (share: number) => changeFile(place, file, (one) => ({ ...one, share }))
    const options = { name: nameOf(file), signal, fetch: fetchWithProgress(onProgress) }
    const data = await parley.uploadFile(file, options)
    if (!data) throw new ParleyError('NOT_FOUND')
    // removed while the answer was on its way
    if (signal.aborted) return forget(parley, data.id)
    changeFile(place, file, ({ name }) => ({ name, id: data.id, data }))
  } catch (reason) {
    const failure = errorOf(reason)
    if (!signal.aborted) changeFile(place, file, (one) => ({ ...one, failure }))
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function begun(file: File): AbortController {
  const ending = new AbortController()
  uploads.set(file, ending)
  return ending
}

async function slot(): Promise<void> {
  if (running >= mostUploads) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

/** The server deletes it after a day at the latest. */
const forget = (parley: Parley, id: string) => void parley.removeFile(id).catch(() => undefined)

function change({ outbox }: Outbox['place'], to: (files: readonly DraftFile[]) => readonly DraftFile[]): void {
  outbox.write({ files: to(outbox.getSnapshot().draft.files ?? []) })
}

const changeFile = (place: Outbox['place'], file: File, to: (one: DraftFile) => DraftFile) =>
  change(place, (files) => files.map((one) => (one.file === file ? to(one) : one)))

function failureOf({ size }: File): DraftFile['failure'] {
  if (size === 0) return 'empty'
  return size > mostBytes ? 'tooLarge' : undefined
}

/** As the server accepts it. */
const nameOf = ({ name }: File) =>
  [
    ...name
      .normalize('NFC')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(-200)
    .join('')
    .trim() || 'file'
