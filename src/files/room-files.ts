import type { LogSource } from '@parley/chat-log-store'
import type { Database } from '@parley/statements'
import { FileTable } from '../database/tables/files.js'
import type { Passage } from '../passages/passage.js'
import type { Passages } from '../passages/passages.js'
import type { JobFile, JobPassage, ReplyJob } from '../ports/reply-generator/reply-generator.js'
import type { Room } from '../rooms/room.js'
import { unreadableMessages, type StoredFile } from './file.js'
import { missingWords } from './missing-words.js'

interface FilesRequest {
  readonly room: Pick<Room, 'id'>
  /** Whose message it is: the files of others are not given to a model for it, also not for an administrator. */
  readonly ownerId: number
  /** The messages of the person, the newest first. */
  readonly questions: readonly string[]
  /** What the reply so far has been given to read, where one goes on. */
  readonly known: readonly LogSource[] | null
  /** The tokens of prompt and reply together; null while the context of the model is not known. */
  readonly contextTokens: number | null
}

interface FilesOfReply {
  readonly job: Pick<ReplyJob, 'files' | 'moreFiles' | 'passages' | 'hasWholeFiles'>
  /** The source of each passage, in the same order. */
  readonly sources: readonly LogSource[]
}

type ShownFile = Pick<StoredFile, (typeof columns)[number]>

const columns = ['id', 'name', 'state', 'missing', 'reason', 'characters'] as const
/** Passages of a prompt without the whole files: the best for the message, and some for the message before it too. */
const [mostPassages, ofMessage] = [10, 7]
/** No token of any script has more. */
const mostBytesPerToken = 8
const perPage = 500
/** Tokens that models of today have at least. */
const unknownContext = 16_384

/** What the prompts of a room have of its files. */
export class RoomFiles {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly passages: Passages
      readonly tokensIn: (text: string) => number
    },
  ) {}

  /**
   * The whole texts of all files of the room where they take less than half of the context, else the passages that suit
   * the newest message best. Undefined without a file.
   */
  async of({ room, ownerId, questions, known, contextTokens }: FilesRequest): Promise<FilesOfReply | undefined> {
    const selection = { columns, orderBy: { createdAt: 'asc', id: 'asc' } } as const
    const files = await this.options.database.read((db) =>
      db.select(FileTable, { roomId: room.id, ownerId }, selection),
    )
    if (files.length === 0) return undefined
    const budget = Math.floor((contextTokens ?? unknownContext) / 2)
    const listed = this.#listed(files, Math.floor(budget / 4))
    const earlier = await this.#known(known ?? [], files)
    if (earlier.sources.length > 0) return { job: { ...listed, passages: earlier.passages }, sources: earlier.sources }
    const readable = files.filter(({ state, characters }) => isReadable(state) && (characters ?? 0) > 0)
    const whole = await this.#whole(readable, budget)
    const passages = whole ?? this.#within(await this.#ranked(readable, questions), budget)
    if (passages.length === 0) return { job: listed, sources: [] }
    const names = new Map(files.map(({ id, name }) => [id, name]))
    const ranks = whole && (await this.#ranks(readable, questions, whole))
    const cited = passages.map((passage, index) => {
      const source = sourceOf(passage, index + 1, names.get(passage.fileId) ?? '')
      const { number, title, place } = source
      return {
        source,
        passage: { number, title, place, text: passage.text, rank: ranks?.get(keyOf(passage)) ?? index },
      }
    })
    return {
      job: { ...listed, passages: cited.map(({ passage }) => passage), hasWholeFiles: whole !== undefined },
      sources: cited.map(({ source }) => source),
    }
  }

  /** The newest files whose names have at most so many tokens, in their order, and the number of the others. */
  #listed(files: readonly ShownFile[], budget: number): Pick<ReplyJob, 'files' | 'moreFiles'> {
    let tokens = 0
    const named = files
      .map(jobFile)
      .toReversed()
      .filter(({ name, note = '' }) => (tokens += this.options.tokensIn(`- ${name} (${note})`)) <= budget)
    const more = files.length - named.length
    return { files: named.toReversed(), ...(more > 0 ? { moreFiles: more } : {}) }
  }

  /** Those of the sources that are passages of these files. */
  async #known(known: readonly LogSource[], files: readonly ShownFile[]) {
    const ids = new Set(files.flatMap(({ id, state }) => (isReadable(state) ? id : [])))
    const quoted = known.flatMap((source) => {
      const { file, ordinal } = source
      return file === null || ordinal === undefined || !ids.has(file)
        ? []
        : { source, place: { fileId: file, ordinal } }
    })
    const texts = await this.options.passages.find(quoted.map(({ place }) => place))
    const found = quoted.flatMap(({ source }, index) => {
      const passage = texts[index]
      return passage === undefined ? [] : { source, text: passage.text }
    })
    const passages = found.map(({ source: { number, title, place }, text }, rank): JobPassage => ({
      ...{ number, title, place, text, rank },
    }))
    return { passages, sources: found.map(({ source }) => source) }
  }

  /** All passages of files; undefined when they do not fit. */
  async #whole(files: readonly ShownFile[], budget: number): Promise<readonly Passage[] | undefined> {
    const characters = files.reduce((sum, file) => sum + (file.characters ?? 0), 0)
    if (characters > budget * mostBytesPerToken) return undefined
    const all: Passage[] = []
    let tokens = 0
    for (const { id } of files)
      for (let from = 0, isEnd = false; !isEnd;) {
        const page = await this.options.passages.page(id, { from, count: perPage })
        tokens += page.reduce((sum, { text }) => sum + this.options.tokensIn(text), 0)
        if (tokens > budget) return undefined
        all.push(...page)
        from += page.length
        isEnd = page.length < perPage
      }
    return all
  }

  /** The passages that suit the newest message, and some that suit it together with the message before: it may only say "and then?". */
  async #ranked(files: readonly ShownFile[], [message = '', before = '']: readonly string[]): Promise<Passage[]> {
    const ids = files.map(({ id }) => id)
    const best = await this.options.passages.rank(ids, message, mostPassages)
    if (before === '') return [...best]
    const together = await this.options.passages.rank(ids, `${message}\n${before}`, mostPassages)
    const first = best.slice(0, ofMessage)
    const chosen = new Map([...first, ...together, ...best].map((passage) => [keyOf(passage), passage]))
    return [...chosen.values()].slice(0, mostPassages)
  }

  /** The rank of each passage for the newest message: the best first, the others in their order. */
  async #ranks(files: readonly ShownFile[], questions: readonly string[], all: readonly Passage[]) {
    const best = (await this.#ranked(files, questions)).map(keyOf)
    const order = new Set([...best, ...all.map(keyOf)])
    return new Map([...order].map((key, rank) => [key, rank]))
  }

  #within(passages: readonly Passage[], budget: number): readonly Passage[] {
    let tokens = 0
    return passages.filter(({ text }) => (tokens += this.options.tokensIn(text)) <= budget)
  }
}

const isReadable = (state: StoredFile['state']) => state === 'WHOLE' || state === 'IN_PART'
const keyOf = ({ fileId, ordinal }: Passage) => `${fileId}/${ordinal}`

function jobFile({ name, state, missing, reason, characters }: ShownFile): JobFile {
  if (state === 'READING') return { name, note: 'it is still being read, so that you cannot see its text yet' }
  if (state === 'UNREADABLE' || (characters ?? 0) === 0)
    return {
      name,
      note: `you cannot read it: ${reason === null ? unreadableMessages.no_text : unreadableMessages[reason]}`,
    }
  return missing === null || missing.length === 0 ? { name } : { name, note: missingWords(missing) }
}

function sourceOf({ fileId, ordinal, page, line }: Passage, number: number, title: string): LogSource {
  const place = page === null ? (line === null ? null : `line ${line}`) : `page ${page}`
  return { kind: 'FILE', number, title, link: null, file: fileId, place, passage: null, ordinal }
}
