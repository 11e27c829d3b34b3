import { afterEach, describe, expect, it } from '@jest/globals'
import { PromptTooLong } from '../ai-workers/backends/prompt-too-long.js'
import { EarlyLines } from './support/early-lines.js'
import type { EarlyLinesOptions } from './support/early-lines.js'

const character = { character_name: 'Bo', greeting: 'Ahoy!', context: '' }
const said = { input_data: 'Hello' }
const bodies = { office: said, character: { ...said, ...character } }
const quick = 'scripted:?reply=hello&chunks=5&delayMs=1'
const kinds = ['office', 'character'] as const

let lines: EarlyLines
const open = async (options: EarlyLinesOptions = {}) => {
  lines = await EarlyLines.open({ model: quick, ...options })
}
afterEach(() => lines.close())

const tooLong = {
  name: 'small',
  stream: () => {
    throw new PromptTooLong()
  },
}

describe.each(kinds)('/%s_stream', (kind) => {
  const path = `/${kind}_stream`
  const body = bodies[kind]

  it('answers the reply as an object of JSON', async () => {
    await open()
    const { status, text, headers } = await lines.post(path, body)
    expect([status, text]).toEqual([200, '{"response":"hello"}'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('asks with the history of the room, for two at a time, without a second try', async () => {
    const turns = [{ inputData: 'Hi', outputData: 'Hey' }]
    await open({ turns })
    const db_id = '6f1c5e0e-9d1b-4f0c-8a5e-3d2c1b0a9f8e'
    await lines.post(path, { ...body, db_id, user_id: '7', search_access: 'true' })
    expect(lines.roomsRead).toEqual([{ kind, userId: '7', id: db_id }])
    expect(lines.jobs).toMatchObject([
      { kind, model: 'Local', history: turns, atOnce: 2, hasFallback: false, caller: '7' },
    ])
    expect(lines.jobs[0]?.searchAccess).toBe(kind === 'office')
  })

  it('reads no history without both parts of its address', async () => {
    await open()
    await lines.post(path, { ...body, db_id: '6f1c5e0e-9d1b-4f0c-8a5e-3d2c1b0a9f8e', user_id: null })
    await lines.post(path, { ...body, user_id: '7' })
    expect(lines.roomsRead).toEqual([])
  })

  it.each([
    ['scripted:?failAt=1', 200, { response: 'Error: The reply could not be generated' }],
    ['scripted:?failAt=3&delayMs=0', 200, { response: 'Error: The reply could not be generated' }],
    ['scripted:?empty=true', 200, { response: 'Error: The reply could not be generated' }],
    [tooLong, 400, { detail: 'The message does not fit the context of the model' }],
    ['scripted:?stallAt=2&delayMs=0', 500, { detail: 'The model response timed out' }],
  ])('says what failed: %s', async (model, status, answer) => {
    await open({ model, timeoutMs: 100 })
    expect(await lines.post(path, body)).toMatchObject({ status, body: answer })
  })
})
