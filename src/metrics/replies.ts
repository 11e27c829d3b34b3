import { counter, gauge, histogram, longSeconds } from '@parley/runtime'

export const openGenerations = gauge({
  name: 'parley_open_generations',
  help: 'Generations that this instance follows, by state: QUEUED or RUNNING.',
  labelNames: ['state'],
})
export const generations = counter({
  name: 'parley_generations_total',
  help: 'Generations that have ended, by model and state: COMPLETED, CANCELLED, or the error code of one that failed.',
  labelNames: ['model', 'state'],
})
export const firstTokenSeconds = histogram({
  name: 'parley_first_token_seconds',
  help: 'Time from the acceptance of a message to the first text of its reply, by model.',
  labelNames: ['model'],
  buckets: longSeconds,
})
export const firstThoughtSeconds = histogram({
  name: 'parley_first_thought_seconds',
  help: 'Time from the acceptance of a message to the first thought of its reply, by model; none for models without thoughts.',
  labelNames: ['model'],
  buckets: longSeconds,
})
export const recoveries = counter({
  name: 'parley_recovered_generations_total',
  help: 'Generations that this instance took over from a process that had ended.',
})

export const queuedJobs = gauge({
  name: 'parley_queue_jobs',
  help: 'Jobs of a worker, by kind and state: waiting or running.',
  labelNames: ['kind', 'state'],
})
export const queueSeconds = histogram({
  name: 'parley_queue_wait_seconds',
  help: 'Time that a job waited in the queue of its worker before it ran, by kind.',
  labelNames: ['kind'],
  buckets: longSeconds,
})
export const replyRate = histogram({
  name: 'parley_tokens_per_second',
  help: 'Tokens per second of a reply, from its first token to its end, by model.',
  labelNames: ['model'],
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000],
})
export const replyTokens = counter({
  name: 'parley_reply_tokens_total',
  help: 'Tokens that models have written, by model.',
  labelNames: ['model'],
})
/** Their sum is the length of the prompts; hosted models report no reuse. */
export const promptTokens = counter({
  name: 'parley_prompt_tokens_total',
  help: 'Tokens of prompts, by model and source: read, or reused from an earlier reply.',
  labelNames: ['model', 'source'],
})
