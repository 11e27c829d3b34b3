import { aside } from './asides.js'
import type { Draw, Phrasings } from './draw.js'

const beginnings: Phrasings = {
  training: [
    '[Hi|Hello|Hey]! ',
    '[Hi|Hello|Hey], ',
    '[So|And|Well|Now|Hm|Okay|Ok], ',
    'And ',
    '[Please|Kindly] tell me: ',
    'Tell me, ',
    'One question: ',
    'By the way, ',
    'Excuse me, ',
    'I would like to know: ',
    'Can you [help me|tell me something]? ',
    'Thanks. ',
    'I have a question. ',
    'Oh, ',
    'Well then, ',
    '[Dear|My dear|Good] [friend|sir|fellow|one], ',
    '[Just|Only] a [small|little|short|simple] question: ',
    '[Maybe|Perhaps] you can [help me|tell me this]: ',
    'I [ask|asked] myself: ',
    'Let me ask you [something|this|one thing]: ',
    'Before I forget: ',
    'Another thing: ',
    'Listen, ',
    'Look, ',
    'Right. ',
    'Great. ',
    'I see. ',
    'Good to know. ',
    'Sorry to ask, ',
    'Honestly, ',
    'Do tell me: ',
    '[It is|What] a [fine|lovely|cold|long] day. ',
    'I like it here. ',
    'You look [well|tired|busy]. ',
    'I have [a minute|some time|a moment]. ',
    'Yes. ',
    'No. ',
    'Fine. ',
    'Wow! ',
    'Ha! ',
  ],
  heldOut: ['Say, ', 'I wonder: ', 'Quick question: ', 'Pardon me, ', 'Alright, '],
}
const ends: Phrasings = {
  training: [
    '?',
    '?',
    '?',
    '?',
    '',
    '??',
    ', please?',
    '? Tell me!',
    '? I forgot.',
    ' again?',
    '? Please answer.',
    ', dear friend?',
    ', old friend?',
    '? I want to know.',
    '? I like to know such things.',
    '? I am [new here|forgetful|in a hurry|writing it down|a little confused|a guest here|not from here].',
    '? I am [asking|waiting|listening|eager|impatient|ready].',
    ', my [dear|fellow|old companion]?',
    ', [sir|madam|stranger|buddy|mate|dear]?',
    '? It is important.',
    ' then?',
    ' now?',
    ', if I may ask?',
    '? Thanks.',
    '? Thank you!',
    ', do you know?',
    '! ',
    '...',
  ],
  heldOut: ['?', '?', '?', '?', '? I am curious.', ', my friend?'],
}
const american: readonly (readonly [RegExp, string])[] = [
  [/avourite/g, 'avorite'],
  [/olour/g, 'olor'],
  [/eighbour/g, 'eighbor'],
  [/\bWhat is\b/g, "What's"],
  [/\bWho is\b/g, "Who's"],
]

/** A question as people type it: with a leading word, or without correct capitals and punctuation. */
export function asked(draw: Draw, phrasings: Phrasings): string {
  return typed(draw, draw.phrase(phrasings).trim())
}

export function typed(draw: Draw, whole: string): string {
  const question = draw.part === 'training' ? worn(whole, draw) : whole
  const hasAside = draw.part === 'training' && draw.chance(0.1)
  const beginning = hasAside ? `${aside(draw)} ` : draw.chance(0.3) ? draw.phrase(beginnings) : ''
  const begun = beginning === '' || hasAside ? beginning + question : beginning + lowerFirst(question)
  const marked = /[.!?]$/.test(begun) ? begun : `${begun}${draw.phrase(ends)}`
  const ended = draw.part === 'training' && draw.chance(0.15) ? `${marked} ${aside(draw)}` : marked
  const spelled = draw.chance(0.3) ? american.reduce((text, [from, to]) => text.replace(from, to), ended) : ended
  return draw.chance(0.12) ? spelled.toLowerCase() : spelled
}

const fillers = [
  'exactly',
  'please',
  'really',
  'now',
  'then',
  'actually',
  'just',
  'again',
  'still',
  'also',
  'maybe',
  'here',
  'today',
  'so',
  'right',
]
const spare = new Set([
  'what',
  'which',
  'is',
  'the',
  'do',
  'does',
  'did',
  'of',
  'a',
  'to',
  'it',
  'that',
  'there',
  'are',
  'was',
  'were',
  'in',
  'have',
])

/** Adds a redundant word or removes an unnecessary one: no list of phrasings covers all that people type. */
function worn(question: string, draw: Draw): string {
  const words = question.split(' ')
  const place = draw.whole(0, words.length - 1)
  if (draw.chance(0.2) && words.length > 2 && spare.has(words[place]?.toLowerCase() ?? '')) words.splice(place, 1)
  if (draw.chance(0.12)) words.splice(draw.whole(1, words.length), 0, draw.one(fillers))
  return words.join(' ')
}

function lowerFirst(text: string): string {
  // "I" and names keep their capitals
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
