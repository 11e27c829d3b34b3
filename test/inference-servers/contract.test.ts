import { afterAll, beforeAll } from '@jest/globals'
import type { ReplyPart } from '@parley/engine'
import { createLogger } from '@parley/runtime'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { replyGeneratorContract } from '../contracts/reply-generator.js'
import { ended, plain, refuse, said, type Answer } from '../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend } from '../support/ai-workers/inference-server.js'

let server: HostedServer
beforeAll(async () => {
  server = await HostedServer.open()
})
afterAll(() => server.close())

replyGeneratorContract(
  'with the models of an inference server',
  async ({ scripts, mergeWindowMs = 0, ...settings }) => {
    const models = Object.keys(scripts)
    server.models = modelList(...models.map((id) => ({ id })))
    server.answerAll = (response, body) => scripted(scripts[body?.model ?? ''] ?? '')(response, body)
    const watched = models.map((model) => [model, watchedBackend(server.url, model)] as const)
    for (const [, each] of watched) await untilState(each, 'ready')
    const backends = new Map(watched.map(([model, { backend }]) => [model, backend]))
    const logger = createLogger('silent')
    const worker = new ReplyWorker({ kind: 'office', backends, logger, mergeWindowMs, ...settings })
    const close = async () => {
      await worker.close()
      await Promise.all(watched.map(([, { watch }]) => watch.close()))
    }
    return { generator: worker, drain: () => worker.drain(), close }
  },
)

const thoughtOf = (part: ReplyPart) => (typeof part !== 'string' && 'thought' in part ? part.thought : '')

/** Answers as the scripted model does, chunk by chunk, or in one piece when no stream is requested. */
function scripted(address: string): Answer {
  const model = new ScriptedBackend(parseScript(address))
  return async (response, body) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const send = (chunk: unknown) => response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    try {
      if (body?.['stream'] !== true) {
        const parts = await model.complete(replyJob(''), gone.signal)
        const content = parts.filter((part) => typeof part === 'string').join('')
        const reasoning = parts.map(thoughtOf).join('')
        return await plain({ choices: [{ message: { content, reasoning }, finish_reason: 'stop' }] })(response)
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for await (const chunk of model.stream(replyJob(''), gone.signal))
        send(
          typeof chunk === 'string' ? said(chunk) : { choices: [{ delta: { reasoning_content: thoughtOf(chunk) } }] },
        )
      send(ended('stop'))
      response.end('data: [DONE]\n\n')
    } catch {
      if (!response.headersSent) return refuse(500)(response)
      response.end(`data: ${JSON.stringify({ error: { message: 'The script fails here' } })}\n\n`)
    }
  }
}
