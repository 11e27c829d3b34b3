import type { Attribute } from './attribute.js'
import { belongings } from './belongings.js'
import { favourites } from './words/favourites.js'
import { placeName } from './words/names.js'
import { relations } from './words/relations.js'
import * as values from './words/values.js'

const single: readonly Omit<Attribute, 'key'>[] = [
  {
    noun: 'home town',
    value: placeName,
    says: [
      '{Subj} <lives|live> in {v}',
      '{Poss} home is in {v}',
      '{Poss} home town is {v}',
      '{Subj} <has|have> a house in {v}',
    ],
    asks: {
      training: [
        'Where do you live',
        'Where is your [home|house]',
        '[What|Which] [town|city|place] do you live in',
        'In [which|what] [town|city|place] do you live',
        'What is your home town',
        '[Which|What] [place|town] do you call home',
      ],
      heldOut: [
        'What is the name of the town you live in',
        'Where is the place you live',
        'Where exactly do you live now',
      ],
    },
    answers: ['I live in {v}.'],
  },
  {
    noun: 'birthplace',
    value: placeName,
    says: [
      '{Subj} <was|were|was> born in {v}',
      '{Subj} <comes|come> from {v}',
      '{Poss} birthplace is {v}',
      '{Subj} grew up in {v}',
    ],
    asks: {
      training: [
        'Where were you born',
        'Where do you come from',
        'Where are you from',
        'What is your birthplace',
        'Where did you grow up',
        'In [which|what] [town|city|place] were you born',
      ],
      heldOut: ['Which town do you come from', 'Where were you born and raised', 'What place are you from'],
    },
    answers: ['I come from {v}.'],
  },
  {
    noun: 'job',
    value: values.job,
    says: [
      '{Subj} <works|work> as a {v}',
      '{Subj} <is|are|am> a {v}',
      '{Subj} <is|are|am> a {v} by trade',
      '{Poss} job is {v}',
      '{Poss} profession is {v}',
    ],
    asks: {
      training: [
        'What is your [job|profession|occupation|work]',
        'What do you [do for a living|work as|do for work]',
        'What do you do',
        'Which [job|profession] do you have',
        'What kind of job do you have',
        'How do you make a living',
      ],
      heldOut: ['What do you do as a job', 'What sort of work do you do', 'Tell me what your job is'],
    },
    answers: ['I work as a {v}.', 'I am a {v}.'],
  },
  {
    noun: 'age',
    value: values.age,
    says: [
      '{Subj} <is|are|am> {v} years old',
      '{Poss} age is {v}',
      '{Subj} <has|have> lived for {v} years',
      '{Subj} <is|are|am> {v}',
    ],
    asks: {
      training: [
        'How old are you',
        'What is your age',
        'How many years old are you',
        'Tell me how old you are',
        'And how old are you [now|today]',
      ],
      heldOut: ['May I ask how old you are', 'What age are you', 'How old are you exactly'],
    },
    answers: ['I am {v} years old.'],
  },
  {
    noun: 'height',
    value: values.centimetres,
    says: ['{Subj} <is|are|am> {v} centimetres tall', '{Poss} height is {v} centimetres'],
    asks: {
      training: [
        'How tall are you',
        'What is your height',
        'Tell me how tall you are',
        'How many centimetres tall are you',
      ],
      heldOut: ['What height are you', 'How tall are you exactly'],
    },
    answers: ['I am {v} centimetres tall.'],
  },
  {
    noun: 'birthday',
    value: values.dayOfYear,
    says: [
      '{Poss} birthday is on {v}',
      '{Poss} birthday is {v}',
      '{Subj} <was|were|was> born on {v}',
      '{Subj} <celebrates|celebrate> {poss} birthday on {v}',
    ],
    asks: {
      training: [
        'When is your birthday',
        'What day is your birthday',
        'On [which|what] day is your birthday',
        'When do you celebrate your birthday',
        'What is your birthday',
        'What is the date of your birthday',
      ],
      heldOut: ['When do you have your birthday', 'Tell me when your birthday is', 'Which day is your birthday on'],
    },
    answers: ['My birthday is on {v}.'],
  },
  {
    noun: 'hobby',
    value: values.hobby,
    says: [
      '{Poss} hobby is {v}',
      '{Subj} <likes|like> {v}',
      '{Subj} <enjoys|enjoy> {v}',
      '{Subj} <spends|spend> {poss} free time {v}',
    ],
    asks: {
      training: [
        'What is your [hobby|pastime]',
        'What do you do in your [free|spare] time',
        'Do you have a hobby',
        'What do you like to do',
        'What do you enjoy [doing|]',
        'How do you spend your [free|spare] time',
      ],
      heldOut: [
        'Which hobby do you have',
        'What do you like doing in your free time',
        'What are you doing in your spare time',
      ],
    },
    answers: ['My hobby is {v}.'],
  },
  {
    noun: 'instrument',
    value: values.instrument,
    says: [
      '{Subj} <plays|play> the {v}',
      '{Poss} instrument is the {v}',
      '{Subj} can play the {v}',
      '{Subj} <is|are|am> learning to play the {v}',
    ],
    asks: {
      training: [
        '[Which|What] instrument do you play',
        'Do you play an instrument',
        'What do you play',
        'What is your instrument',
        'What musical instrument do you play',
        'Can you play an instrument',
      ],
      heldOut: [
        'Which musical instrument can you play',
        'Do you play any instrument',
        'What kind of instrument do you play',
      ],
    },
    answers: ['I play the {v}.'],
  },
  {
    noun: 'fear',
    value: values.fear,
    says: [
      '{Subj} <is|are|am> afraid of {v}',
      '{Poss} [greatest|biggest|only] fear is {v}',
      '{Subj} <fears|fear> {v}',
      '{Subj} <is|are|am> scared of {v}',
    ],
    asks: {
      training: [
        'What are you [afraid|scared] of',
        'What is your [greatest|biggest|] fear',
        'What do you fear [most|]',
        'What [scares|frightens] you [most|]',
        'Are you afraid of [anything|something]',
      ],
      heldOut: ['What are you most afraid of', 'What is it that you fear', 'Is there something you are scared of'],
    },
    answers: ['I am afraid of {v}.'],
  },
  {
    noun: 'dream',
    value: values.wish,
    says: [
      '{Subj} <wants|want> {v}',
      '{Poss} [dream|greatest wish|wish] is {v}',
      '{Subj} <dreams|dream> of one day being able {v}',
      '{Subj} <hopes|hope> {v}',
    ],
    asks: {
      training: [
        'What is your [greatest|biggest|] [dream|wish]',
        'What do you [want|hope|wish for]',
        'What do you dream of',
        'What would you like to do one day',
        'Do you have a dream',
        'What are you dreaming of',
      ],
      heldOut: ['What do you dream about', 'What dream do you have', 'What is the thing you want most'],
    },
    answers: ['My dream is {v}.'],
  },
  {
    noun: 'language',
    value: values.language,
    says: [
      '{Subj} <speaks|speak> {v}',
      '{Poss} [mother tongue|native language|language] is {v}',
      '{Subj} <is|are|am> learning {v}',
    ],
    asks: {
      training: [
        '[Which|What] language do you speak',
        'What is your [mother tongue|native language|language]',
        '[Which|What] languages do you know',
        'What do you speak at home',
      ],
      heldOut: ['What languages do you speak', 'In which language do you speak', 'What language is your own'],
    },
    answers: ['I speak {v}.'],
  },
  {
    noun: 'school subject',
    value: values.subjectOfStudy,
    says: ['{Subj} <studies|study> {v}', '{Subj} <is|are|am> a student of {v}', '{Subj} <teaches|teach> {v}'],
    asks: {
      training: [
        'What do you study',
        'What are you studying',
        '[Which|What] subject do you study',
        'What is your subject',
        'What did you study',
      ],
      heldOut: ['Which subject are you studying', 'What is it that you study', 'What is the subject you study'],
    },
    answers: ['My subject is {v}.'],
  },
  {
    noun: 'dislike',
    value: values.food,
    says: [
      '{Subj} <hates|hate> {v}',
      '{Subj} cannot stand {v}',
      '{Subj} <dislikes|dislike> {v}',
      '{Subj} never <eats|eat> {v}',
    ],
    asks: {
      training: [
        'What do you [hate|dislike]',
        'What can you not stand',
        'What do you not like',
        'What do you never eat',
        '[Which|What] food do you [hate|dislike]',
      ],
      heldOut: ['Is there a food you hate', 'What do you hate to eat', 'What is it that you dislike'],
    },
    answers: ['I cannot stand {v}.'],
  },
]

/** All attributes of characters and users. */
export const attributes: readonly Attribute[] = [
  ...single.map((attribute) => ({ ...attribute, key: attribute.noun })),
  ...favourites,
  ...relations,
  ...belongings,
]
