import type { Prompt, PromptMessage } from '@parley/engine'
import { limits } from '../../src/limits.js'
import type { JobLore, JobNote, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { hasPersonaText, withoutPersonaText } from './persona.js'

const roles = { SYSTEM: 'system', USER: 'user', ASSISTANT: 'assistant' } as const

/** The texts of a job for a place in the system text, in order. */
export function loreAt({ lore = [] }: Pick<ReplyJob, 'lore'>, position: JobLore['position']): string[] {
  return lore.filter((each) => each.position === position).map(({ text }) => text)
}

type Notes = Pick<ReplyJob, 'lore' | 'character'>
type Extras = Notes & Pick<ReplyJob, 'passages'>

const notesOf = ({ character }: Notes): readonly JobNote[] => character?.notes ?? []

/** Those among the messages, and behind them the notes of the author of the character. */
export function insertedLore(job: Notes): Pick<Prompt, 'inserted'> {
  const inserted = [...(job.lore ?? []).filter(({ position }) => position === 'AT_DEPTH'), ...notesOf(job)].map(
    ({ depth, role, text }) => ({ depth, message: { role: roles[role], text } satisfies PromptMessage }),
  )
  return inserted.length === 0 ? {} : { inserted }
}

/** How many messages of a prompt stand behind the last one of the user. */
export function trailingCount(job: Notes): number {
  return insertedLore(job).inserted?.filter(({ depth }) => depth === 0).length ?? 0
}

/** The job with all of its lore and notes in the system text, for a model that follows no other prompt than it was trained on. */
export function withLoreInSystem<Job extends ReplyJob>(sent: Job): Job {
  const job = withNotesInSystem(sent)
  if (!job.lore) return job
  const lore = job.lore.map((each): JobLore =>
    each.position === 'AT_DEPTH' ? { ...each, position: 'AFTER_NOTE' } : each,
  )
  return { ...job, lore }
}

function withNotesInSystem<Job extends ReplyJob>(job: Job): Job {
  const { character, lore = [] } = job
  if (!character?.system && !character?.notes) return job
  const { system = [], notes = [], ...sheet } = character
  const context = [system.join('').trim(), sheet.context].filter(Boolean).join('\n\n')
  return {
    ...job,
    character: { ...sheet, context },
    // as lore, so that the newest exchanges stay before them
    ...(notes.length > 0 && { lore: [...lore, ...notes.map((note) => ({ ...note, position: 'AT_DEPTH', rank: 0 }))] }),
  }
}

/** What a prompt can be without: the passages of files, the entries, and the notes together. */
export function extraCount(job: Extras): number {
  return loreCount(job) + (job.passages?.length ?? 0)
}

function loreCount(job: Notes): number {
  return (job.lore?.length ?? 0) + Math.min(1, notesOf(job).length)
}

/** The job with so much of it: the notes, then the entries and then the passages of the lowest ranks. */
export function withExtras<Job extends ReplyJob>(job: Job, count: number): Job {
  const left = count - loreCount(job)
  if (!job.passages) return withLore(job, count)
  const passages = job.passages.filter(({ rank }) => rank < left)
  const isWhole = passages.length === job.passages.length
  const kept = { passages: passages.length === 0 ? undefined : passages, hasWholeFiles: isWhole && job.hasWholeFiles }
  return withLore({ ...job, ...kept }, count)
}

function withLore<Job extends ReplyJob>(job: Job, count: number): Job {
  const { character } = job
  const isNoted = notesOf(job).length > 0
  const lore = job.lore?.filter(({ rank }) => rank < count - Number(isNoted))
  const notes = isNoted && count === 0 ? { character: character && { ...character, notes: undefined } } : {}
  return { ...job, ...notes, lore: lore?.length ? lore : undefined }
}

/** The job with ever less of it, down to nothing, then without the text of its persona; alone without any. */
export function jobsWithFewerExtras<Job extends ReplyJob>(job: Job): Job[] {
  const jobs = [job]
  for (let count = extraCount(job); count > 0; jobs.push(withExtras(job, count))) count = Math.floor(count / 2)
  return hasPersonaText(job) ? [...jobs, withoutExtras(job)] : jobs
}

/** The job without passages, lore, notes and the text of its persona. */
export function withoutExtras<Job extends ReplyJob>(job: Job): Job {
  return withoutPersonaText(withExtras(job, 0))
}

/** Passages, lore, notes and the text of a persona are left out before the newest exchanges are. */
export function exchangesThatStay(job: Extras & Pick<ReplyJob, 'persona'>): Pick<Prompt, 'leastTurns'> {
  return extraCount(job) === 0 && !hasPersonaText(job) ? {} : { leastTurns: limits.exchangesBeforeLore }
}
