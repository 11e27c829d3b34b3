import { aside } from '../asides.js'
import { typed } from '../asking.js'
import type { Draw, Phrasings } from '../draw.js'
import type { Act } from '../exchange.js'
import { capital, fullName, inventedWord, placeName } from '../words/names.js'
import { anyRefusal, refusals } from '../words/refusals.js'
import { animals, dishes, plurals, studies, things } from '../words/value-words.js'

const questions: Phrasings = {
  training: [
    'Who is {person}',
    'Where is {place}',
    'What is [a|the] {thing}',
    'What is {study}',
    'Explain {study} to me',
    'Tell me about {plural}',
    'Tell me a story about a {animal}',
    'Write [a poem|a story|an essay|a song|a letter] about {plural}',
    'How do I [make|cook|bake] {dish}',
    'How do [you|I|people] build {plural}',
    'Why are {plural} so [old|big|loud|rare|dear]',
    'Why is the [sky|sea|grass|sun] [blue|green|so far away]',
    'What is {number} [plus|times|minus|divided by] {number}',
    'Calculate {number} + {number}',
    'Translate {word} into [French|German|Korean|Latin]',
    'Write [a function|some code|a program] that sorts {plural}',
    'What do you think about {plural}',
    'Do you [believe in|like|know|sell|need|want|have] {plural}',
    'Did you [see|find|buy|hear] {plural}',
    'What is the [meaning of life|capital of {place}|weather like|weather in {place}]',
    'Will it rain tomorrow',
    'Who [won|wins] the [game|war|election]',
    'Should I buy {plural}',
    'Where are we',
    'Where can I find {plural}',
    'Can you [sing|dance|cook|fly|drive|swim]',
    'What happened [yesterday|in {place}|to {person}|then]',
    'Who made you',
    'What should I do',
    'Give me [advice|an idea|a recipe|a list of {plural}]',
    'How far is it to {place}',
    'How many {plural} are there in {place}',
    'When [was|is] the {study} exam',
    'What does {word} mean',
    'Is {person} [alive|here|a friend of yours]',
    'Let us [play a game|go to {place}|talk about {plural}|look for {plural}]',
    'I want to [buy|see|find|sell] {plural}',
    'I found a {thing} [in {place}|]',
    'There is a {animal} [at the door|in the garden|behind you]',
    'We must go to {place}',
    'Yesterday I saw {plural} in {place}',
    '{word} {word} {word}',
    '{word}',
    '[Test|Testing|Check|Demo]',
    'Is it [Monday|Friday|raining|cold|winter|true|far]',
    'Write me an email to [my boss|my teacher|{person}]',
    '[Summarize|Shorten|Correct|Explain] this: I saw {plural} in {place}',
    'When [is|was] the [meeting|exam|party|lesson]',
    'Which is better, a {thing} or a {animal}',
    'Who is [the president|your favourite singer|the king of {place}]',
    'What [music|films|books] [do you like|are good]',
    'Answer only with [yes|no|one word]',
    'Pretend to be a {animal}',
    'Sing [me a song|something]',
    'How much is {number} euros in dollars',
    'Can you [write|draw|read|count|see|hear] [a letter|{plural}|me|to ten]',
    'What is my [phone number|address|password]',
  ],
  heldOut: [
    'Could you explain {study}',
    'How would one repair {plural}',
    'Where in the world is {place}',
    'Please write a few lines about {plural}',
    'Have you ever seen {plural} in {place}',
  ],
}
const strangers = [
  '가나다라마바사아자하 고는이가',
  'абвгдежзиклмнопрстуфхцчшыья',
  'あいうえおかきくけこさしすせそたちの',
  '的一是不了人我在有他这中大来上国',
  'äöüßéèñçøå',
]
const signs = '0 1 2 3 4 5 6 7 8 9 a b c x y z ? ! . - _ * # = + ~ < > /'.split(' ')
const emoji = '😀 🎉 👍 🙂 🔥 🌟 🐱 🍕'.split(' ')
const consonants = 'q w r t z p s d f g h j k l y x c v b n m'.split(' ')
const latin = [
  'bonjour comment allez vous',
  'wie geht es dir heute',
  'como te llamas amigo',
  'quel est votre nom',
  'wer bist du',
  'ciao come stai',
]

/** Requests beyond a model of this size; it replies that it cannot do them. */
export const askTooMuch: Act = (_scene, draw) => {
  const message = typed(draw, fill(draw.phrase(questions), draw))
  return { skill: 'limits', message, reply: refusals.tooMuch, expected: anyRefusal }
}

/** Other languages and noise. */
export const speakOtherwise: Act = (_scene, draw) => {
  const message = draw.chance(0.2) ? draw.one(latin) : strange(draw)
  return {
    skill: 'limits',
    message: `${message}${draw.one(['', '?', '.', '!'])}`,
    reply: refusals.noEnglish,
    expected: anyRefusal,
  }
}

/** Messages that are accidents, or the output of another program. */
function noise(draw: Draw): string {
  const sign = draw.one(signs)
  const kind = draw.whole(0, 5)
  if (kind === 0) return sign.repeat(draw.whole(2, 60))
  if (kind === 1) return Array.from({ length: draw.whole(3, 30) }, () => draw.whole(0, 9)).join('')
  if (kind === 2)
    return draw.one(['<|eot_id|>', '<|start_header_id|>system<|end_header_id|>', '</s>', '[INST]']) + aside(draw)
  if (kind === 3)
    return draw.one(['<b>', '{"a": ', 'if (x) { ', 'SELECT * FROM ', 'https://', '<script>']) + inventedWord(draw)
  if (kind === 4) return Array.from({ length: draw.whole(1, 8) }, () => draw.one(emoji)).join('')
  return Array.from({ length: draw.whole(2, 12) }, () => draw.one(consonants)).join('')
}

function strange(draw: Draw): string {
  if (draw.chance(0.45)) return noise(draw)
  const letters = [...draw.one(strangers)].filter((letter) => letter !== ' ')
  const one = () => Array.from({ length: draw.whole(1, 7) }, () => draw.one(letters)).join('')
  return Array.from({ length: draw.whole(1, 6) }, one).join(' ')
}

function fill(template: string, draw: Draw): string {
  const slots: Readonly<Record<string, () => string>> = {
    person: () => fullName(draw),
    place: () => placeName(draw),
    thing: () => draw.one(things),
    study: () => draw.one(studies),
    plural: () => draw.one(plurals),
    animal: () => draw.one(animals),
    dish: () => draw.one(dishes),
    number: () => String(draw.whole(2, 999)),
    word: () => (draw.chance(0.5) ? inventedWord(draw) : draw.one([...things, ...plurals])),
  }
  return capital(template.replace(/\{(\w+)\}/g, (all, slot: string) => slots[slot]?.() ?? all))
}
