import type { Prompt, PromptMessage } from '@parley/engine'
import { limits } from '../../src/limits.js'
import type { JobLore, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

const roles = { SYSTEM: 'system', USER: 'user', ASSISTANT: 'assistant' } as const

/** The texts of a job for a place in the system text, in order. */
export function loreAt({ lore = [] }: Pick<ReplyJob, 'lore'>, position: JobLore['position']): string[] {
  return lore.filter((each) => each.position === position).map(({ text }) => text)
}

/** Those among the messages. */
export function insertedLore({ lore = [] }: Pick<ReplyJob, 'lore'>): Pick<Prompt, 'inserted'> {
  const inserted = lore
    .filter(({ position }) => position === 'AT_DEPTH')
    .map(({ depth, role, text }) => ({ depth, message: { role: roles[role], text } satisfies PromptMessage }))
  return inserted.length === 0 ? {} : { inserted }
}

/** The job with all of its lore in the system text, for a model that follows no other prompt than it was trained on. */
export function withLoreInSystem<Job extends ReplyJob>(job: Job): Job {
  if (!job.lore) return job
  const lore = job.lore.map((each): JobLore =>
    each.position === 'AT_DEPTH' ? { ...each, position: 'AFTER_NOTE' } : each,
  )
  return { ...job, lore }
}

/** The job with so much of its lore: the entries of the lowest ranks. */
export function withLore<Job extends ReplyJob>(job: Job, count: number): Job {
  const lore = job.lore?.filter(({ rank }) => rank < count)
  return { ...job, lore: lore?.length ? lore : undefined }
}

/** The job with ever less lore, down to none; alone without any. */
export function jobsWithLessLore<Job extends ReplyJob>(job: Job): Job[] {
  const jobs = [job]
  for (let count = job.lore?.length ?? 0; count > 0; jobs.push(withLore(job, count))) count = Math.floor(count / 2)
  return jobs
}

/** Lore is left out before the newest exchanges are. */
export function exchangesBeforeLore({ lore = [] }: Pick<ReplyJob, 'lore'>): Pick<Prompt, 'leastTurns'> {
  return lore.length === 0 ? {} : { leastTurns: limits.exchangesBeforeLore }
}
