import { performance } from 'node:perf_hooks'
import type { Token } from 'node-llama-cpp'
import { ChatTemplate, evaluation } from '@parley/engine'
import { samplings } from '../../ai-workers/backends/sampling.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { askSchema, type TimedAnswer } from './raw-process.js'

// node-llama-cpp at its lowest level in its own process: the upper bound of the speed of a reply.
const library = await import('node-llama-cpp')
const [modelPath = '', maxTokens = '', contextSize = ''] = process.argv.slice(2)
const llama = await library.getLlama({ gpu: false, build: 'never', skipDownload: true, maxThreads: 1 })
const model = await llama.loadModel({ modelPath, gpuLayers: 0 })
// as in a worker on a CPU: the library's default would slow the raw side down
const shape = { contextSize: Number(contextSize), batchSize: 2_048, flashAttention: false } as const
const context = await model.createContext({ ...shape, threads: 1 })
const sequence = context.getSequence()
const template = ChatTemplate.choose(model, library)
process.on('message', (message) => void answer(askSchema.parse(message).text).then((timed) => process.send?.(timed)))
process.send?.('ready')

async function answer(message: string): Promise<TimedAnswer> {
  const job = {
    id: '',
    kind: 'office',
    model: 'Local',
    message,
    history: [],
    searchAccess: false,
    deadline: 0,
  } as const
  const prompt = template.tokens(buildPrompt(job, { now: Date.now() }))
  // as in a worker: the common beginning with the previous prompt is not read again
  const different = sequence.contextTokens.findIndex((token, index) => token !== prompt[index])
  const known = Math.min(different < 0 ? sequence.nextTokenIndex : different, prompt.length - 1)
  await sequence.eraseContextTokenRanges([{ start: known, end: sequence.nextTokenIndex }])
  const reply: Token[] = []
  const options = evaluation(samplings.office, 1 + Math.floor(Math.random() * 1_000_000), reply)
  const startedAt = performance.now()
  let firstAt = startedAt
  for await (const token of sequence.evaluate(prompt.slice(known), options)) {
    if (reply.length === 0) firstAt = performance.now()
    reply.push(token)
    if (reply.length >= Number(maxTokens)) break
  }
  const lastAt = performance.now()
  return {
    tokens: reply.length,
    firstTokenMs: firstAt - startedAt,
    streamingMs: lastAt - firstAt,
    readTokens: prompt.length - known,
  }
}
