import { answer, asAskedByTheUser, asToldToTheUser, statement } from '../attribute.js'
import { asked, typed } from '../asking.js'
import type { Phrasings } from '../draw.js'
import type { Act } from '../exchange.js'
import { characterName, firstName } from '../words/names.js'
import { anyRefusal, refusals } from '../words/refusals.js'
import { drawFacts } from '../sheet.js'

const introductions: Phrasings = {
  training: [
    'My name is {n}.',
    'My name is {n}.',
    "[I am|I'm] {n}.",
    '[You can call|Call|Please call] me {n}.',
    "[Hi|Hello|Hey], [I am|I'm|my name is] {n}[.|!]",
    '{n} here.',
    'People call me {n}.',
    'I am called {n}.',
    'my name is {n}',
    "[Hi|Hello]! My name's {n}.",
    'Nice to meet you. I am {n}.',
    'Good [morning|evening|day], I am {n}.',
    'By the way, my name is {n}.',
    'Remember my name: {n}.',
    'Everybody knows me as {n}.',
    'You are talking to {n}.',
    'This is {n}.',
    "[It is|It's] me, {n}.",
    'My [friends|parents] [call|named] me {n}.',
    'I go by the name of {n}.',
    'The name [I was given is|on my door is] {n}.',
    'For you I am {n}.',
    'Write down my name, it is {n}.',
  ],
  heldOut: [
    'The name is {n}.',
    'You should know that my name is {n}.',
    'All my friends call me {n}.',
    'Let me introduce myself: I am {n}.',
    'Hello there, they call me {n}.',
  ],
}

const nameQuestions: Phrasings = {
  training: [
    'What is my name',
    'What is my name',
    'Do you [remember|know] my name',
    'Who am I',
    'What am I called',
    'Tell me my name',
    'What was my name',
    '[Can|Could] you [say|tell me] my name',
    'Do you [remember|know] who I am',
    'How am I called',
    'Say my name',
    'Have you forgotten my name',
    'Which name did I tell you',
    'What did I say my name was',
    'And my name',
    'My name is what',
    'Do you still [remember|know] me',
    '[Can|Could|Would] you [say|repeat|tell me|recall] my [own |]name',
    'What do people call me',
    'What is my [own|full|real] name',
    'How did I introduce myself',
    'Which name is mine',
    'What name have I told you',
    'Who is talking to you',
    'I forgot my name. What is it',
    'Please [say|tell me|repeat] my name',
    'Please [say|tell me] what my name is',
    'What do you call me',
    'Do you know how I am called',
    'Under which name do you know me',
  ],
  heldOut: [
    'Can you remember my name',
    'Do you still know what my name is',
    'And what is my own name',
    'What name did I give you',
    'Please tell me what I am called',
  ],
}

const exchangeQuestions: Phrasings = {
  training: [
    'What is your name',
    'And you',
    'Who are you',
    'And what is your name',
    'And who are you',
    'What are you called',
  ],
  heldOut: ['And may I know yours', 'And your name is what'],
}

const thanks = ['Thank you for telling me.', 'I will remember that.', 'Good to know.', 'That is nice.']

export const tellName: Act = ({ self, user }, draw) => {
  if (user.name !== undefined) return undefined
  const name = draw.chance(0.8) ? firstName(draw) : characterName(draw)
  const message = draw.phrase(introductions).replace('{n}', name)
  user.name = name
  const own = self.name === undefined || draw.chance(0.5) ? '' : ` I am ${self.name}.`
  return { skill: 'greeting', message, reply: `Nice to meet you, ${name}!${own}`, expected: [[name]] }
}

/** Both at once: "I am Tom. What is your name?" */
export const swapNames: Act = ({ self, user }, draw) => {
  if (user.name !== undefined || self.name === undefined) return undefined
  const name = firstName(draw)
  user.name = name
  const introduction = draw.phrase(introductions).replace('{n}', name)
  const message = `${introduction.replace(/[^.!]$/, '$&.')} ${draw.phrase(exchangeQuestions)}?`
  return { skill: 'name', message, reply: `Nice to meet you, ${name}! I am ${self.name}.`, expected: [[self.name]] }
}

export const askUserName: Act = ({ user }, draw) => {
  if (user.name === undefined && draw.chance(0.7)) return undefined
  const message = asked(draw, nameQuestions)
  if (user.name === undefined) return { skill: 'limits', message, reply: refusals.untoldName, expected: anyRefusal }
  return { skill: 'user-name', message, reply: `Your name is ${user.name}.`, expected: [[user.name]] }
}

export const tellFact: Act = ({ user }, draw) => {
  const [fact] = drawFacts(draw, 1)
  if (!fact || user.facts.some(({ attribute }) => attribute.key === fact.attribute.key)) return undefined
  user.facts.push(fact)
  const message = `${statement(fact, draw, 'I')}${draw.one(['.', '.', '!', ''])}`
  return { skill: 'smalltalk', message, reply: draw.one(thanks) }
}

export const askUserFact: Act = ({ user }, draw) => {
  if (user.facts.length === 0) return undefined
  const fact = draw.one(user.facts)
  const message = typed(draw, asAskedByTheUser(draw.phrase(fact.attribute.asks).trim()))
  return { skill: 'user-fact', message, reply: asToldToTheUser(answer(fact, draw)), expected: [[fact.value]] }
}
