import { capital, fullName, inventedWord, placeName } from './names.js'
import { saying, type SubjectKind } from '../subject.js'
import * as values from './values.js'

/** Pages about people, living things and works. */
export const works: readonly SubjectKind[] = [
  {
    name: (draw) => values.title(draw),
    sayings: [
      saying(
        '{s} was written by {v}',
        fullName,
        ['Who wrote {s}', 'Who is the author of {s}', 'By whom was {s} written'],
        ['Which author wrote {s}', 'Who is it that wrote {s}'],
      ),
      saying(
        '{s} was published in {v}',
        values.year,
        ['When was {s} published', 'In [which|what] year was {s} published', 'When did {s} come out'],
        ['What is the year in which {s} was published', 'When did they publish {s}'],
      ),
      saying(
        '{s} has {v} pages',
        values.amount,
        ['How many pages does {s} have', 'How long is {s}', 'How many pages are in {s}'],
        ['What number of pages has {s}', 'How many pages are there in {s}'],
      ),
    ],
  },
  {
    name: (draw) =>
      `${capital(inventedWord(draw))} ${draw.one(['Works', 'Industries', 'Labs', 'Motors', 'Foods', 'Systems', 'Group', 'Bank', 'Airlines'])}`,
    sayings: [
      saying(
        '{s} was founded by {v}',
        fullName,
        ['Who founded {s}', 'Who is the founder of {s}', 'By whom was {s} founded'],
        ['Which person founded {s}', 'Who is it that founded {s}'],
      ),
      saying(
        '{s} was founded in {v}',
        values.year,
        ['When was {s} founded', 'In [which|what] year was {s} founded', 'What year was {s} founded'],
        ['Since when does {s} exist', 'When did {s} begin'],
      ),
      saying(
        '{s} is based in {v}',
        placeName,
        [
          'Where is {s} based',
          'Where is the [office|headquarters] of {s}',
          'In [which|what] [town|city] is {s} [based|]',
        ],
        ['Where does {s} have its office', 'In what place is {s} based'],
      ),
      saying(
        '{s} [makes|sells] {v}',
        values.product,
        ['What does {s} [make|sell|produce]', 'What are the products of {s}', 'What can I buy from {s}'],
        ['What kind of things does {s} make', 'Which products does {s} sell'],
      ),
      saying(
        '{s} has {v} employees',
        values.population,
        ['How many [people work for {s}|employees does {s} have]', 'How large is {s}', 'How many employees has {s}'],
        ['How many people does {s} employ', 'What is the number of employees of {s}'],
      ),
    ],
  },
  {
    name: fullName,
    sayings: [
      saying(
        '{s} was born in {v}',
        placeName,
        [
          'Where was {s} born',
          'In [which|what] town was {s} born',
          'Where does {s} come from',
          'What is the birthplace of {s}',
        ],
        ['In what place was {s} born', 'Where is {s} from'],
      ),
      saying(
        '{s} was born on {v}',
        values.dayOfYear,
        ['When was {s} born', 'When is the birthday of {s}', 'On [which|what] day was {s} born'],
        ['What is the birthday of {s}', 'On what date was {s} born'],
      ),
      saying(
        '{s} works as a {v}',
        values.job,
        ['What is the job of {s}', 'What does {s} do', 'What does {s} work as', 'What is the profession of {s}'],
        ['Which job does {s} have', 'How does {s} earn a living'],
      ),
      saying(
        '{s} is known for {v}',
        values.hobby,
        ['What is {s} known for', 'Why is {s} known', 'What is {s} famous for'],
        ['For what do people know {s}', 'What made {s} known'],
      ),
    ],
  },
  {
    name: (draw) =>
      `the ${capital(inventedWord(draw))} ${draw.one(['phone', 'laptop', 'bicycle', 'camera', 'kettle', 'car', 'watch', 'printer', 'radio', 'lamp'])}`,
    sayings: [
      saying(
        '{s} costs {v} euros',
        values.amount,
        ['How much is {s}', 'What does {s} cost', 'How much does {s} cost', 'What is the price of {s}'],
        ['How many euros is {s}', 'What do I pay for {s}'],
      ),
      saying(
        '{s} weighs {v} grams',
        values.amount,
        ['How heavy is {s}', 'What does {s} weigh', 'What is the weight of {s}', 'How much does {s} weigh'],
        ['How many grams is {s}', 'Tell me the weight of {s}'],
      ),
      saying(
        '{s} comes in {v}',
        values.colour,
        ['[Which|What] colour is {s}', 'In [which|what] colour does {s} come', 'What is the colour of {s}'],
        ['What colour does {s} have', 'Tell me the colour of {s}'],
      ),
    ],
  },
  {
    name: (draw) =>
      `the ${draw.own(() => `${inventedWord(draw)} ${draw.one(['bird', 'fish', 'beetle', 'frog', 'lizard', 'monkey', 'bear', 'snake', 'flower', 'tree'])}`)}`,
    sayings: [
      saying(
        '{s} lives in {v}',
        placeName,
        ['Where does {s} live', 'Where can {s} be found', 'Where is the home of {s}'],
        ['In what place does {s} live'],
      ),
      saying(
        '{s} was discovered by {v}',
        fullName,
        ['Who discovered {s}', 'By whom was {s} discovered', 'Who found {s}'],
        ['Which person discovered {s}', 'Who is it that discovered {s}'],
      ),
      saying(
        '{s} [lives|grows] for {v} years',
        values.amount,
        ['How [long|old] does {s} [live|get|grow]', 'How many years does {s} live', 'How old can {s} become'],
        ['What age does {s} reach', 'For how many years does {s} live'],
      ),
      saying(
        '{s} is {v}',
        values.colour,
        ['[Which|What] colour is {s}', 'What does {s} look like', 'What is the colour of {s}'],
        ['What colour does {s} have', 'Tell me the colour of {s}'],
      ),
    ],
  },
]
