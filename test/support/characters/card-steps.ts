import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { at } from '../app/person.js'
import type { FailingFixture } from '../failures/failing-fixture.js'
import { asRest } from '../failures/failing-step.js'
import type { Step } from '../failures/failing-step.js'
import { cardPng } from '../images/pictures.js'

/** Imports of character cards, each of its own card. */
export const cardSteps = (opened: () => FailingFixture): Readonly<Record<string, () => Promise<Step>>> => ({
  'the import of a card with a picture': async () => {
    const fixture = opened()
    const name = randomUUID()
    const input = { card: await cardPng({ name, creator: 'Ada' }), idempotencyKey: randomUUID() }
    const query = 'mutation ($input: ImportCharacterInput!) { importCharacter(input: $input) { character { id } } }'
    return {
      send: async () => asRest(await fixture.bob.rest('POST', '/graphql', { query, variables: { input } })),
      uses: ['image store', 'database'],
      ends: [200, 200],
      done: async () => {
        const { characters } = await fixture.bob.data(`{ characters(search: "${name}") { nodes { id imageUrl } } }`)
        expect(characters).toEqual({ nodes: [expect.anything()] })
        expect(await fixture.isServed(at(characters, 'nodes', '0', 'imageUrl'))).toBe(true)
        const exported = await fixture.bob.data(`{ characterCard(id: ${at(characters, 'nodes', '0', 'id')}) { json } }`)
        expect(at(exported, 'characterCard', 'json')).toContain('"creator":"Ada"')
      },
    }
  },
})
