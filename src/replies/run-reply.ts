import type { LogEntry, LogRoomKey, LogSource } from '@parley/chat-log-store'
import { accountCaller } from '@parley/queue'
import { AppError, type Logger, steadyTime, traceparentOf } from '@parley/runtime'
import { limits } from '../limits.js'
import type { Characters } from '../characters/characters.js'
import type { RoomFiles } from '../files/room-files.js'
import { firstThoughtSeconds, firstTokenSeconds } from '../metrics/replies.js'
import type {
  ReplyDelta,
  ReplyGenerator,
  ReplyJob,
  ReplySearch,
  ReplyThought,
} from '../ports/reply-generator/reply-generator.js'
import { kinds, type Kind } from '../kinds.js'
import type { RoomLore } from '../lorebooks/room-lore.js'
import type { Personas } from '../personas/personas.js'
import type { Room } from '../rooms/room.js'
import type { Allowance } from '../usage/allowance.js'
import type { Checkpoints } from './checkpoints.js'
import { isWorkerUnavailable } from './resubmitting-generator.js'
import type { AttemptText } from './generation-store.js'
import { finishReasonOf } from './finish-reason.js'
import { beginningOf, failureCodes, type Generation, type GenerationErrorCode } from './generation.js'
import type { ModelList } from './model-list.js'
import { isStoreUnavailable, retryWhileStoreUnavailable } from './retry-while-store-unavailable.js'
import { defaultModel } from './offered-model.js'
import { fewestEntries, historyWindow, type Speakers } from './history-window.js'
import { positionOf, type QueuePosition } from './queue-position.js'
import { ReplySources } from './reply-sources.js'
import { cancelReply, failReply, saveReply, type SaveReplyOptions } from './save-reply.js'

/** Follows thoughts that were cut. */
const cutMark = '…'

type Stored<Piece> = Omit<Piece, 'resumeAt'> & { readonly resumeAt: string | null } & Partial<
    Pick<AttemptText, 'thoughtsMs'>
  >

/** The steps of a generation, in order; `ended` once its final state is in the store. */
export type ReplyStep =
  | { readonly kind: 'queued'; readonly queuePosition: QueuePosition }
  | { readonly kind: 'started'; readonly sources?: readonly LogSource[] }
  | ReplySearch
  | Stored<ReplyDelta>
  /** Its offset and its text are those of the bounded thoughts. */
  | Stored<ReplyThought>
  /** Its worker was lost: it waits for its second run. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended' }

export interface RunReplyOptions extends SaveReplyOptions {
  readonly checkpoints: Checkpoints
  readonly characters: Characters
  readonly allowance: Allowance
  readonly roomLore: RoomLore
  readonly roomFiles: RoomFiles
  readonly modelList: Pick<ModelList, 'contextFor'>
  readonly personas: Personas
  /** Whether a model receives the image of a message. */
  readonly hasVision: (model: string) => boolean
  readonly generators: Readonly<Record<Kind, ReplyGenerator>>
  /** The entries of a room that a prompt of a local model has at most; at least ten. */
  readonly historyEntries: number
  readonly clock: () => number
  /** Milliseconds since the generation was accepted, including the time in the queue. */
  readonly timeoutMs: number
  readonly log: Logger
}

/**
 * Runs one generation; every consumer reads this one async generator. A step is yielded after it has happened: the
 * entry is written and the final state stored before `ended`. An abort ends it without a step, since the code that
 * aborts stores the final state. A generation whose worker is lost while it runs is run again, once.
 */
export async function* runReply(
  options: RunReplyOptions,
  { generation, room, signal }: { generation: Generation; room: Room; signal: AbortSignal },
): AsyncGenerator<ReplyStep, void, undefined> {
  const { store, clock } = options
  const stored = <T>(work: () => Promise<T>) => retryWhileStoreUnavailable(work, signal)
  let run = generation
  // text of the interrupted run is kept until this one has text
  const { attempt: first, text, thoughts, thoughtsMs } = generation
  let progress: AttemptText = { attempt: first, text, thoughts, thoughtsMs }
  const timeOf = thoughtTimer(progress, clock)
  const beginning = beginningOf(generation)
  const fail = (code: GenerationErrorCode) => stored(() => failReply(options, { run, room, progress }, code))
  const refuse = async (code: GenerationErrorCode) => {
    if (!(await fail(code))) return false
    // the job of an instance that has ended
    void options.generators[room.kind].cancel?.(generation.id)
    return true
  }
  const attemptsBefore = earlierAttempts(generation)
  const checkpoint = options.checkpoints.open(run)
  let hasStarted = false
  try {
    if (clock() >= generation.createdAt + options.timeoutMs) {
      if (await refuse('TIMED_OUT')) yield { kind: 'ended' }
      return
    }
    const continued = generation.continuesFrom === null ? null : await stored(() => entryOf(options, generation, room))
    if (typeof continued === 'string') {
      if (await refuse(continued)) yield { kind: 'ended' }
      return
    }
    const made = await stored(() => replyJob(options, { generation, room, continued }))
    if (made === 'CHARACTER_PRIVATE') {
      if (await refuse(made)) yield { kind: 'ended' }
      return
    }
    const { job, sources: ofFiles, ...began } = made
    const reading = new ReplySources(ofFiles, job.passages)
    for await (const step of options.generators[job.kind].generate(job, signal)) {
      // a run that continues stays RUNNING while its queue is away
      if (step.kind === 'queued' && generation.status === 'QUEUED')
        yield { kind: 'queued', queuePosition: positionOf(step, clock()) }
      if (step.kind === 'started') {
        const prompt = { promptEstimate: options.allowance.promptEstimateOf(job), ...began }
        // text that clients see before its first checkpoint belongs to this run; a later attempt is stored at its first text
        const { resumeAt = run.resumeAt } = attemptsBefore < generation.attempt ? step : {}
        progress = { ...progress, ...reading.shown() }
        await checkpoint.settle()
        if (!(await stored(() => store.start(run, { ...progress, ...prompt, resumeAt })))) return
        run = { ...run, ...prompt }
        hasStarted = true
        yield { ...step, ...reading.shown() }
      }
      if (step.kind === 'search') {
        const { state, query } = step
        reading.found(step.sources)
        const { sources = [] } = reading.shown()
        progress = { ...progress, webSearch: { state, query }, sources }
        // clients of other instances read the store
        await checkpoint.settle()
        const [isOwn = false] = await stored(() => store.checkpoint([{ run, text: progress }]))
        if (!isOwn) return
        yield { ...step, sources }
      }
      if (step.kind === 'delta' || step.kind === 'thought') {
        const attempt = attemptsBefore + step.attempt
        const steps = piecesOf(beginning, progress, { ...step, attempt, resumeAt: step.resumeAt ?? null })
        for (const each of steps) {
          const isNext = attempt !== progress.attempt
          const piece = boundedPiece(progress, each)
          if (!piece) continue
          observeFirst(generation, progress, piece, clock())
          const timed = { ...piece, thoughtsMs: timeOf(piece) }
          progress = { ...progress, ...withPiece(progress, timed) }
          // stored before a client sees it: the run after a crash must use an attempt that no client has seen
          if (isNext) {
            await checkpoint.settle()
            const [isOwn = false] = await stored(() => store.checkpoint([{ run, text: progress }]))
            if (!isOwn) return
          } else checkpoint.keep(progress)
          // the generation may have been released meanwhile
          if (!checkpoint.isOwn) return
          yield timed
        }
      }
      if (step.kind === 'end') {
        // after it no older text may be stored
        await checkpoint.settle()
        if (!checkpoint.isOwn) return
        if (step.receipt) progress = { ...progress, receipt: step.receipt }
        progress = { ...progress, ...reading.shown({ text: progress.text, receipt: step.receipt }) }
        if (step.outcome === 'completed') progress = { ...progress, finishReason: finishReasonOf(step) }
        const settled =
          step.outcome === 'completed'
            ? (await stored(() => store.seal(run, progress))) &&
              (await stored(() => saveReply(options, { ...run, ...progress }, room)))
            : await fail(step.isEmpty ? 'EMPTY_REPLY' : failureCodes[step.reason])
        if (settled) yield { kind: 'ended' }
        return
      }
    }
    // another instance has cancelled the job, and may end before it stores that
    if (!signal.aborted && (await stored(() => cancelReply(options, generation, room, progress))))
      yield { kind: 'ended' }
  } catch (error) {
    // ReplyRecovery continues with the stored text
    if (isStoreUnavailable(error)) throw error
    const unavailable = error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'model'
    // the room was deleted during the run
    const isGone = error instanceof AppError && error.code === 'NOT_FOUND'
    if (!unavailable && !isGone) options.log.error({ generationId: generation.id, err: error }, 'generation.failed')
    const isLost = hasStarted && isWorkerUnavailable(error)
    if (isLost && run.interruptions === 0) {
      if (!(await stored(() => store.interrupt(run, progress)))) return
      yield { kind: 'interrupted' }
      const next: Generation = { ...run, ...progress, resumeAt: null, status: 'QUEUED', interruptions: 1 }
      yield* runReply(options, { generation: next, room, signal })
      return
    }
    const code = isLost ? 'INTERRUPTED' : unavailable ? 'UNAVAILABLE' : 'GENERATION_FAILED'
    if (!(await fail(code))) return
    if (isLost) options.log.warn({ generationId: generation.id }, 'generation.interrupted')
    yield { kind: 'ended' }
  } finally {
    checkpoint.drop()
  }
}

/** The attempts before the one that a run counts as its first: a run that continues has begun the attempt of the text. */
function earlierAttempts({ interruptions, resumeAt, attempt }: Generation): number {
  return interruptions === 0 || resumeAt !== null ? attempt - 1 : attempt
}

type Piece = Stored<ReplyDelta> | Stored<ReplyThought>

/** The text with its thoughts after a piece whose attempt is that of the generation. A piece of another attempt replaces both. */
export function withPiece(
  known: AttemptText,
  { kind, attempt, offset, delta, resumeAt, thoughtsMs: newTime }: Piece,
): AttemptText {
  const { text, thoughts, thoughtsMs: time = null } = attempt === known.attempt ? known : { text: '', thoughts: null }
  const thoughtsMs = newTime ?? time
  if (kind === 'delta') return { attempt, text: text.slice(0, offset) + delta, thoughts, thoughtsMs, resumeAt }
  return { attempt, text, thoughts: (thoughts ?? '').slice(0, offset) + delta, thoughtsMs, resumeAt }
}

/**
 * Measures how long the model of one run thinks: from the first thought of an attempt to the text after it. A run that another
 * instance continues adds to its time so far. Null until the attempt has a thought.
 */
function thoughtTimer(known: AttemptText, clock: () => number): (piece: Piece) => number | null {
  let { attempt, thoughtsMs: time = null } = known
  let beganAt: number | undefined
  return (piece) => {
    const now = clock()
    if (piece.attempt !== attempt) [attempt, time, beganAt] = [piece.attempt, null, undefined]
    if (piece.kind === 'thought') beganAt ??= now - (time ?? 0)
    if (beganAt !== undefined) time = Math.max(time ?? 0, now - beganAt)
    if (piece.kind === 'delta') beganAt = undefined
    return time
  }
}

/** A piece of a worker in the text of its generation: every attempt of a continuation begins with what it continues. */
function piecesOf(beginning: string, known: AttemptText, piece: Piece): readonly Piece[] {
  const isNext = piece.attempt !== known.attempt
  if (piece.kind === 'delta')
    return [
      isNext ? { ...piece, delta: beginning + piece.delta } : { ...piece, offset: beginning.length + piece.offset },
    ]
  const { resumeAt = null } = known
  return isNext && beginning !== ''
    ? [{ ...piece, kind: 'delta', offset: 0, delta: beginning, resumeAt }, piece]
    : [piece]
}

/** The thoughts of an attempt are cut at a length, and a mark ends them. Undefined for thoughts beyond it. */
function boundedPiece(known: AttemptText, piece: Piece): Piece | undefined {
  const before = (piece.attempt === known.attempt ? known.thoughts : null) ?? ''
  const most = limits.thoughtsLength
  if (piece.kind === 'delta' || piece.offset + piece.delta.length <= most) return piece
  if (before.length > most || before.length < piece.offset) return undefined
  const half = /[\uD800-\uDBFF]$/
  return { ...piece, delta: piece.delta.slice(0, most - piece.offset).replace(half, '') + cutMark }
}

function observeFirst(generation: Generation, known: AttemptText, piece: Piece, now: number): void {
  const { model, createdAt } = generation
  const { kind, offset, delta } = piece
  const beginning = beginningOf(generation)
  const seconds = (now - createdAt) / 1_000
  if (kind === 'delta' && known.text === beginning && offset + delta.length > beginning.length)
    firstTokenSeconds.observe({ model }, seconds)
  if (kind === 'thought' && known.thoughts === null) firstThoughtSeconds.observe({ model }, seconds)
}

/** The text of a generation with what its worker has written since it was stored, whichever instance reads it. */
export async function writtenText(
  { generators }: Pick<RunReplyOptions, 'generators'>,
  generation: Generation,
): Promise<AttemptText> {
  const run = { ...generation, resumeAt: generation.resumeAt ?? undefined }
  // a kind without the job has no pieces
  const pieces = await Promise.all(kinds.map(async (kind) => generators[kind].writtenPieces?.(run) ?? []))
  const before = earlierAttempts(generation)
  const { attempt, text, thoughts, thoughtsMs, resumeAt } = generation
  let known: AttemptText = { attempt, text, thoughts, thoughtsMs, resumeAt }
  for (const step of pieces.flat())
    for (const piece of piecesOf(beginningOf(generation), known, {
      ...step,
      attempt: before + step.attempt,
      resumeAt: step.resumeAt ?? null,
    }))
      known = withPiece(
        known,
        boundedPiece(known, piece) ?? { ...piece, offset: known.thoughts?.length ?? 0, delta: '' },
      )
  return known
}

/** The entry that a generation continues; why it cannot when that was deleted or changed. */
async function entryOf(
  { chatLogs, rooms }: RunReplyOptions,
  { regeneratesIndex, regeneratesVersion }: Generation,
  room: Room,
): Promise<LogEntry | 'ENTRY_GONE' | 'CONFLICT'> {
  const entry = await chatLogs.findEntry(rooms.logRoom(room), regeneratesIndex ?? 0)
  if (!entry) return 'ENTRY_GONE'
  return entry.version === regeneratesVersion ? entry : 'CONFLICT'
}

interface JobRequest {
  readonly generation: Generation
  readonly room: Room
  /** The entry whose reply goes on. */
  readonly continued: LogEntry | null
}

async function replyJob(options: RunReplyOptions, { generation, room, continued }: JobRequest) {
  const { id, ownerId, model, message, imageId, searchAccess, timeZone, createdAt } = generation
  const { priority, contextTokens } = await options.allowance.termsOf(ownerId)
  const { characters, personas } = options
  const own = await personas.ofMessage(generation, room)
  // undefined if it was deleted
  const [row] = room.characterId === null ? [] : await characters.byIds([room.characterId])
  // a reply that runs already goes on
  const begins = generation.status === 'QUEUED'
  if (row && begins && !(await characters.isVisibleFor(ownerId, row))) return 'CHARACTER_PRIVATE' as const
  // the prompt that the reply had
  const askedAt = continued?.shown.origin?.askedAt ?? createdAt
  const zone = continued?.shown.origin?.timeZone ?? timeZone ?? undefined
  const place = { userId: ownerId, user: own?.name, seed: room.roomId, at: askedAt, timeZone: zone }
  const character = row ? await characters.promptCharacter(row, place, room) : undefined
  const before = generation.historyEnd ?? generation.regeneratesIndex ?? undefined
  // the username of the owner of the room, in the prompt of a persona alone
  const account = own && (await characters.named('{{user}}', undefined, { userId: room.ownerId ?? ownerId }))
  const window = { before, model, speakers: { name: own?.name, account } }
  const { historyEnd, ...earlier } = await history(options, options.rooms.logRoom(room), window)
  const image =
    imageId !== null && options.hasVision(model) ? await options.images.forModel(ownerId, imageId) : undefined
  const beginsThere = !earlier.hasEarlierTurns && character !== undefined && character.greeting !== ''
  const promptTokens = options.allowance.contextOf(contextTokens)
  const expander = () => characters.expander(row ?? undefined, place)
  const found = await options.roomLore.of({
    room,
    texts: [message, ...textsOf(earlier.history), ...(beginsThere ? [character.greeting] : [])],
    expander,
    contextTokens: promptTokens,
  })
  const files = await options.roomFiles.of({
    room,
    ownerId,
    questions: [message, ...earlier.history.toReversed().map(({ inputData }) => inputData)],
    known: continued?.shown.sources ?? generation.sources,
    contextTokens: await options.modelList.contextFor({ id: ownerId }, model, room.kind),
  })
  const spoken = own && personas.forPrompt(own, { expand: await expander(), contextTokens: promptTokens })
  const job: ReplyJob = {
    id,
    interruptions: generation.interruptions,
    resumeAt: generation.resumeAt ?? undefined,
    outlivesReader: true,
    kind: room.kind,
    model,
    message,
    // the highest value of the setting: a message that was accepted under another setting is still answered
    messageLimit: limits.longestMessageLength,
    ...(image ? { image } : {}),
    askedAt,
    timeZone: zone,
    ...earlier,
    character,
    ...(found && found.lore.length > 0 ? { lore: found.lore } : {}),
    ...files?.job,
    ...(spoken ? { persona: spoken.persona } : {}),
    searchAccess,
    readsThoughts: true,
    readsSearch: true,
    roomInstructions:
      room.instructions === null ? undefined : await characters.named(room.instructions, row ?? undefined, place),
    sampling: room.sampling ?? undefined,
    replyTokens: limits.roomReplyTokens,
    ...(continued ? { beginning: beginningOf(generation) } : {}),
    caller: accountCaller(ownerId),
    priority,
    contextTokens,
    deadline: createdAt + options.timeoutMs + wholeSeconds(steadyTime() - options.clock()),
    traceparent: traceparentOf(),
  }
  const records = { lore: found?.record ?? null, persona: spoken?.record ?? null }
  return { job, historyEnd, ...records, sources: files?.sources ?? [] }
}

/** The messages and replies of a history, the newest first. */
function textsOf(history: ReplyJob['history']): string[] {
  return history.toReversed().flatMap(({ inputData, outputData }) => [outputData, inputData])
}

/** The difference of two clocks; whole seconds, so that every run of a generation has the same deadline. */
function wholeSeconds(ms: number): number {
  return Math.round(ms / 1_000) * 1_000
}

/**
 * The entries before another one, or all so far; of long ones only those that fit one page of the log. The job
 * of a hosted model has ten at most, of which its worker sends five: every token is charged.
 */
async function history(
  { chatLogs, log, historyEntries }: RunReplyOptions,
  room: LogRoomKey,
  {
    before,
    model,
    speakers,
  }: { readonly before: number | undefined; readonly model: string; readonly speakers: Speakers },
) {
  const most = model === defaultModel ? historyEntries : fewestEntries
  try {
    const page = await chatLogs.page(room, { limit: most, before, newestFirst: true })
    return { ...historyWindow(page, most, speakers), historyEnd: before ?? (page.entries[0]?.index ?? 0) + 1 }
  } catch (error) {
    // history is optional: the reply continues without it (contract: ai-workers.6)
    log.warn({ roomId: room.id, err: error }, 'history.load_failed')
    return { history: [], hasEarlierTurns: true, historyEnd: before ?? null }
  }
}
