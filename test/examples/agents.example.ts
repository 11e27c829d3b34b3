import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ensureTinyModel } from '@parley/testing'
import { agentAnswer } from '../support/ai-workers/agent-answer.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { rowsOf } from '../support/documents/pages.js'
import { InstalledExamples } from '../support/examples/installed.js'
import { newKey } from '../support/replies/openai-client.js'

const programs = {
  'agents-node': [process.execPath, 'openai-agent.mjs', 'ai-sdk-agent.mjs'],
  'agents-python': ['.venv/bin/python', 'openai_agent.py', 'langchain_agent.py', 'litellm_agent.py'],
} as const
type Example = keyof typeof programs
const alias = 'agent'
const processes = await Processes.create()

let examples: InstalledExamples
let hosted: HostedServer
let server: Started
let key: string

beforeAll(async () => {
  examples = await InstalledExamples.install(...(Object.keys(programs) as Example[]))
  hosted = await HostedServer.open()
  hosted.answerAll = agentAnswer
  const model = join(processes.dataDir, 'tiny.gguf')
  // it never ends a text by itself, and soon every string in JSON
  await ensureTinyModel(model, { width: 32, layers: 1, endWeight: 0, says: ['"', '}', ' a', ' of'] })
  server = await processes.start({
    ROLES: 'app,office',
    AI_OFFICE_PORT: '0',
    V1_MAX_TOKENS: '400',
    LOCAL_MODEL: model,
    HOSTED_BASE_URL: hosted.url,
    HOSTED_API_KEY: 'key',
    HOSTED_MODELS: JSON.stringify({ [alias]: alias }),
  })
  key = await newKey(await Person.register(server.url, 'ada'))
  await server.seen(/model\.loaded/)
}, 600_000)

afterAll(async () => {
  await server.stop('SIGTERM')
  await processes.close()
  await hosted.close()
  examples.remove()
})

/** The output of a program of an example that uses the server. */
async function outputOf(name: Example, script: string, settings: Record<string, string> = {}): Promise<string> {
  const cwd = examples.folderOf(name)
  const [command] = programs[name]
  const env = { PATH: process.env['PATH'], SERVER: server.url, KEY: key, ...settings }
  const program = command.startsWith('.') ? join(cwd, command) : command
  const { stdout } = await promisify(execFile)(program, [script], { cwd, env, maxBuffer: 16 * 1_048_576 })
  return stdout
}

describe.each(Object.keys(programs) as Example[])('an agent of %s', (name) => {
  it.each(programs[name].slice(1))('calls its tool, answers, and fills in a form: %s', async (script) => {
    const output = await outputOf(name, script, { MODEL: alias })
    expect(output).toMatch(/^It is 9\.\n.*Oslo.*[Tt]rue/)
  })
})

interface Outcome {
  readonly sdk: string
  readonly case: string
  readonly model: string
  readonly outcome: string
  readonly detail: string
}

/** The outcome of every case with every client, on one model each. */
function documentedOutcomes(): Map<string, string> {
  const page = readFileSync('docs/openai.md', 'utf8')
  const [[, , ...sdks] = [], ...rows] = rowsOf(page.slice(page.indexOf('| case')))
  const outcomes = rows.flatMap(([name = '', models = '', ...cells]) =>
    models
      .split(', ')
      .flatMap((model) => cells.map((cell, column) => [`${name}, ${model}, ${sdks[column] ?? ''}`, cell] as const)),
  )
  return new Map(outcomes.sort())
}

it('the clients do every case as the table of docs/openai.md says', async () => {
  const settings = { HOSTED: alias }
  const outputs = await Promise.all([
    outputOf('agents-node', 'cases.mjs', settings),
    outputOf('agents-python', 'cases.py', settings),
  ])
  const lines = outputs.flatMap((output) => output.trim().split('\n')).map((line) => JSON.parse(line) as Outcome)
  const outcomes = lines.map(({ sdk, case: name, model, outcome, detail }) => {
    return [`${name}, ${model}, ${sdk}`, outcome === 'failed' ? detail : outcome] as const
  })
  expect(new Map([...outcomes].sort())).toEqual(documentedOutcomes())
}, 120_000)
