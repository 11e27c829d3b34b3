import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { at, type Person, type RestAnswer } from '../app/person.js'
import type { FailingFixture } from '../failures/failing-fixture.js'
import { asRest, type Step } from '../failures/failing-step.js'
import { cardPng } from '../images/pictures.js'
import { formOf } from '../rest/endpoint-cases.js'

type Send = (by: Person, card: string) => () => Promise<RestAnswer>

const inGraphql: Send = (by, card) => {
  const query = 'mutation ($input: ImportCharacterInput!) { importCharacter(input: $input) { character { id } } }'
  const variables = { input: { card, idempotencyKey: randomUUID() } }
  return async () => asRest(await by.rest('POST', '/graphql', { query, variables }))
}

const asForm: Send = (by, card) => {
  const headers = { 'idempotency-key': randomUUID() }
  const file = Buffer.from(card, 'base64')
  return () => by.rest('POST', '/api/characters/cards', formOf({ card: file }), headers)
}

/** Imports of character cards, each of its own card. */
export const cardSteps = (opened: () => FailingFixture): Readonly<Record<string, () => Promise<Step>>> => ({
  'the import of a card with a picture': () => importStep(opened(), inGraphql),
  'the import of a card from a form': () => importStep(opened(), asForm),
})

async function importStep(fixture: FailingFixture, send: Send): Promise<Step> {
  const name = randomUUID()
  return {
    send: send(fixture.bob, await cardPng({ name, creator: 'Ada', first_mes: 'Ahoy' })),
    uses: ['file store', 'database'],
    ends: [200, 200],
    done: async () => {
      const { characters } = await fixture.bob.data(`{ characters(search: "${name}") { nodes { id imageUrl } } }`)
      expect(characters).toEqual({ nodes: [expect.anything()] })
      expect(await fixture.isServed(at(characters, 'nodes', '0', 'imageUrl'))).toBe(true)
      const exported = await fixture.bob.data(`{ characterCard(id: ${at(characters, 'nodes', '0', 'id')}) { json } }`)
      expect(at(exported, 'characterCard', 'json')).toContain('"creator":"Ada"')
    },
  }
}
