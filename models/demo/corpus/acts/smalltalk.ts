import { aside } from '../asides.js'
import { asked } from '../asking.js'
import type { Phrasings } from '../draw.js'
import type { Act, Self } from '../exchange.js'
import { courtesies } from './courtesies.js'
import { reactions } from './reactions.js'

const smalltalk = [...courtesies, ...reactions]
const greetingWords: Phrasings = {
  training: [
    '[Hi|Hello|Hey|Hey there|Hi there|Hello there|Good morning|Good evening|Good day|Good afternoon|Greetings|Ahoy|Yo|Howdy|Hola]',
    '[Hi|Hello|Hey] [again|friend|everyone|you|my friend]',
    '[Hi|Hello], nice to [meet|see] you',
    'Is anybody there',
    'Are you there',
    'Good to see you',
  ],
  heldOut: ['Hello to you', 'Hi, good to see you here', 'Hey hey', 'A very good morning to you'],
}
const ends = ['!', '.', '', '!', '!!']

export const greet: Act = ({ self, user }, draw) => {
  const words = draw.phrase(greetingWords)
  const isLow = draw.chance(0.2)
  const called = self.name !== undefined && draw.chance(0.25) ? `, ${self.name}` : ''
  const message = `${isLow ? words.toLowerCase() : words}${called}${draw.one(ends)}`
  return { skill: 'greeting', message, reply: greetingOf(self, user.name) }
}

function greetingOf({ kind, name, greeting }: Self, user: string | undefined): string {
  const hello = user === undefined ? 'Hello!' : `Hello, ${user}!`
  if (kind === 'office') return `${hello} How can I help you?`
  if (name === undefined) return `${hello} It is nice to talk to you.`
  if (greeting === '') return `${hello} I am ${name}.`
  return greeting.includes(name) ? greeting : `${greeting} I am ${name}.`
}

/** Small talk: one of a few replies fits every message. */
export const chat: Act = ({ self }, draw) => {
  const { asks, replies, of } = draw.one(smalltalk)
  if (of !== undefined && of !== self.kind) return undefined
  return { skill: 'smalltalk', message: asked(draw, asks), reply: draw.one(replies), expected: [replies] }
}

/** A remark that needs no information. */
export const remark: Act = (_scene, draw) => {
  const message = aside(draw)
  return { skill: 'smalltalk', message: draw.chance(0.3) ? message.toLowerCase() : message, reply: 'I see.' }
}
