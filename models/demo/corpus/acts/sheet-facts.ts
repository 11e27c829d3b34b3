import { answer, type Attribute } from '../attribute.js'
import { attributes } from '../attributes.js'
import { asked } from '../asking.js'
import type { Draw } from '../draw.js'
import type { Act } from '../exchange.js'
import { anyRefusal, refusals } from '../words/refusals.js'

/** A question that the character's context answers. */
export const askFact: Act = ({ self }, draw) => {
  if (self.facts.length === 0) return undefined
  const fact = draw.one(self.facts)
  const message = asked(draw, asksOf(fact.attribute, draw))
  return { skill: 'context', message, reply: answer(fact, draw), expected: [[fact.value]] }
}

/** A question that the context does not answer: the reply must not invent a fact. */
export const askUnknown: Act = ({ self }, draw) => {
  const known = new Set(self.facts.map(({ attribute }) => attribute.noun))
  const attribute = draw.one(attributes.filter(({ noun, key }) => !known.has(noun) && !known.has(key)))
  if (isNear(attribute, self.facts)) return undefined
  return {
    skill: 'limits',
    message: asked(draw, asksOf(attribute, draw)),
    reply: self.kind === 'office' ? refusals.ofPeople : refusals.untold,
    expected: anyRefusal,
  }
}

const near: readonly (readonly string[])[] = [
  ['home town', 'birthplace', 'place of work', 'favourite place', 'favourite town'],
  ['favourite food', 'favourite dish', 'dislike'],
  ['instrument', 'favourite instrument'],
  ['school subject', 'favourite subject', 'job', 'hobby'],
  ['hobby', 'dream', 'favourite sport', 'favourite game'],
  ['luggage', 'treasure'],
  ['eye colour', 'hair colour', 'favourite colour'],
]

/** Whether questions about one attribute may mean the other. */
function isNear(attribute: Attribute, facts: readonly { readonly attribute: Attribute }[]): boolean {
  const group = near.filter((nouns) => nouns.includes(attribute.noun)).flat()
  return facts.some((fact) => group.includes(fact.attribute.noun))
}

function asksOf({ asks }: Attribute, draw: Draw) {
  // the plainest wording more often than the others
  return draw.chance(0.9) ? asks : { ...asks, training: asks.training.slice(0, 1) }
}
