import { afterAll, describe, expect, it } from '@jest/globals'
import { ChunkSizer } from '../src/model/chunk-sizer.js'
import { DecodeRounds } from '../src/model/decode-rounds.js'
import { Lane } from '../src/model/lane.js'
import { TokenText } from '../src/text/token-text.js'
import { TinyModels } from './tiny-models.js'

const models = new TinyModels()
afterAll(() => models.close())

describe('characters that consist of several tokens', () => {
  it('are returned complete', async () => {
    const { model } = await models.open()
    const text = 'a é 🙂🚀 日本 the end'
    const said = new TokenText((tokens, before) => model.detokenize(tokens, false, before))
    const pieces = model.tokenize(text).map((token) => said.push(token))
    expect(pieces.join('')).toBe(text)
    expect(pieces.filter((piece) => /[\p{Surrogate}\uFFFD]/u.test(piece))).toEqual([])
    expect(pieces).toContain('🚀')
  })

  it('are left out when they stay incomplete', async () => {
    const { model } = await models.open()
    const broken = model.tokenize('🙂').slice(0, 2)
    const tokens = [...model.tokenize('ab'), ...broken, ...model.tokenize('cd'), ...broken, ...broken]
    const said = new TokenText((some, before) => model.detokenize(some, false, before))
    expect(tokens.map((token) => said.push(token)).join('')).toBe('abcd')
  })
})

describe('a lane', () => {
  it('starts with an empty sequence after a failure of the library', async () => {
    const { context, model } = await models.open({ endWeight: 0 }, { contextSize: 256 })
    const lane = new Lane(context, new ChunkSizer(150, 2_048), new DecodeRounds())
    const prompt = model.tokenize('the people say water and some other words '.repeat(3))
    const run = async (count: number) => {
      const tally = { reusedTokens: 0, readTokens: 0 }
      const said = []
      const strategy = () => Promise.reject(new Error('no room'))
      const options = { temperature: 0, contextShift: { strategy } }
      for await (const token of lane.run({
        conversation: undefined,
        prompt,
        options,
        throwIfCancelled: () => undefined,
        tally,
      })) {
        if (said.push(token) === count) break
      }
      return { said, ...tally }
    }
    const first = await run(5)
    expect(lane.knownTokens(prompt)).toBe(prompt.length - 1)
    await expect(run(300)).rejects.toThrow('no room')
    expect(lane.knownTokens(prompt)).toBe(0)
    expect(await run(5)).toEqual(first)
  })
})
