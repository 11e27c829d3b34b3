import type { Attribute } from './attribute.js'
import { firstName, placeName } from './words/names.js'
import * as values from './words/values.js'

const pets = ['dog', 'cat', 'horse', 'parrot', 'rabbit', 'fox', 'turtle', 'goat', 'donkey', 'snake', 'robot', 'dragon']
const craft = ['ship', 'boat', 'airship', 'train', 'spaceship', 'inn', 'shop', 'band', 'village inn', 'cafe']

const named = (kind: string, value: Attribute['value']) => ({
  key: kind,
  noun: kind,
  value,
  says: [
    `{Poss} ${kind} is called {v}`,
    `{Poss} ${kind} is [called |named |]{v}`,
    `The name of {poss} ${kind} is {v}`,
    `{Subj} <has|have> a ${kind} [called|named] {v}`,
  ],
  asks: {
    training: [
      `What is the name of your ${kind}`,
      `What is your ${kind} called`,
      `What is your ${kind}'s name`,
      `Do you have a ${kind}`,
      `How is your ${kind} called`,
      `What did you call your ${kind}`,
      `Your ${kind}'s name`,
      `[Say|Give] me the name of your ${kind}`,
      `Which name does your ${kind} have`,
      `What name did you give your ${kind}`,
      `Your ${kind} has what name`,
      `Do you know the name of your ${kind}`,
      `How do you call your ${kind}`,
      `What [about|of] your ${kind}`,
      `I want to know what your ${kind} is called`,
    ],
    heldOut: [`Tell me the name of your ${kind}`, `What name has your ${kind}`, `And your ${kind} is called what`],
  },
  answers: [`My ${kind} is called {v}.`],
})

/** Possessions of a person. */
export const belongings: readonly Attribute[] = [
  ...pets.map((kind) => named(kind, firstName)),
  ...craft.map((kind) => named(kind, values.shipName)),
  {
    key: 'bag',
    noun: 'luggage',
    value: values.thing,
    says: [
      '{Subj} always <carries|carry> a {v}',
      '{Subj} <carries|carry> a {v}',
      '{Subj} never <leaves|leave> the house without a {v}',
    ],
    asks: {
      training: [
        'What do you [always|] carry',
        'What do you carry with you',
        'What do you have with you',
        'What do you take with you',
      ],
      heldOut: ['What is it that you carry', 'What do you always have with you'],
    },
    answers: ['I carry a {v}.'],
  },
  {
    key: 'treasure',
    noun: 'treasure',
    value: values.thing,
    says: ['{Poss} [greatest|only|] treasure is a {v}', '{Subj} <owns|own> a {v}', '{Subj} once found a {v}'],
    asks: {
      training: [
        'What is your [greatest|only|] treasure',
        'What do you own',
        'What did you find',
        'What treasure do you have',
      ],
      heldOut: ['Which treasure do you own', 'What did you once find'],
    },
    answers: ['I have a {v}.'],
  },
  {
    key: 'eyes',
    noun: 'eye colour',
    value: values.colour,
    says: ['{Poss} eyes are {v}', '{Subj} <has|have> {v} eyes'],
    asks: {
      training: [
        'What colour are your eyes',
        'What is the colour of your eyes',
        'What is your eye colour',
        '[Which|What] colour of eyes do you have',
      ],
      heldOut: ['Tell me the colour of your eyes', 'Your eyes are what colour'],
    },
    answers: ['My eyes are {v}.'],
  },
  {
    key: 'hair',
    noun: 'hair colour',
    value: values.colour,
    says: ['{Poss} hair is {v}', '{Subj} <has|have> {v} hair'],
    asks: {
      training: [
        'What colour is your hair',
        'What is the colour of your hair',
        'What is your hair colour',
        '[Which|What] colour of hair do you have',
      ],
      heldOut: ['Tell me the colour of your hair', 'Your hair is what colour'],
    },
    answers: ['My hair is {v}.'],
  },
  {
    key: 'code',
    noun: 'secret code',
    value: values.code,
    says: ['{Poss} [secret code|secret number|code] is {v}', '{Subj} <remembers|remember> the secret code {v}'],
    asks: {
      training: [
        'What is your [secret code|secret number|code]',
        'Tell me your secret code',
        'What is the secret [code|number]',
        'Do you know the [secret|] code',
      ],
      heldOut: ['Which secret code do you have', 'May I have your secret code'],
    },
    answers: ['The secret code is {v}.'],
  },
  {
    key: 'workplace',
    noun: 'place of work',
    value: placeName,
    says: ['{Subj} <works|work> in {v}', '{Poss} workplace is in {v}', '{Poss} [office|workshop] is in {v}'],
    asks: {
      training: [
        'Where do you work',
        'Where is your [office|workshop|workplace]',
        'In [which|what] [town|city|place] do you work',
        '[Which|What] [town|city|place] do you work in',
      ],
      heldOut: ['Where exactly do you work', 'Where is the place you work'],
    },
    answers: ['I work in {v}.'],
  },
]
