import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at } from '../support/app/person.js'

describe('a conversation', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it.each(['chat', 'office'] as const)('is answered, streamed and stored in a %s room', async (kind) => {
    const ada = await app.person('ada')
    const roomId = await ada.room(kind)
    const id = await ada.say(roomId)
    const socket = ada.socket()
    let text = ''
    let last: Record<string, unknown> = {}
    const query = `subscription ($id: ID!) {
      generation(id: $id) { generationId attempt offset delta cursor status error { code } entry { index outputData } }
    }`
    for await (const { data } of socket.iterate<{ generation: Record<string, unknown> }>({
      query,
      variables: { id },
    })) {
      last = data?.generation ?? {}
      text = text.slice(0, Number(last['offset'])) + String(last['delta'])
    }
    await socket.dispose()
    expect(last['status']).toBe('COMPLETED')
    expect(last['entry']).toEqual({ index: 1, outputData: text })
    expect(text.length).toBeGreaterThanOrEqual(200)

    const path = `/api/rooms/${kind === 'chat' ? 'chatrooms' : 'officerooms'}/${roomId}/logs`
    const { body } = await ada.rest('GET', path)
    expect(body).toEqual([expect.objectContaining({ index: 1, input_data: 'Hello', output_data: text })])
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { generations { nodes { id status text } } } }', {
      id: roomId,
    })
    expect(room).toEqual({ generations: { nodes: [{ id, status: 'COMPLETED', text }] } })
    expect(
      at(
        await ada.data('query ($id: ID!) { generation(id: $id) { entry { outputData } } }', { id }),
        'generation',
        'entry',
        'outputData',
      ),
    ).toBe(text)
  })
})
