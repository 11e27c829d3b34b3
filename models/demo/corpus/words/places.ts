import { capital, fullName, inventedWord, placeName } from './names.js'
import { built, saying, type SubjectKind } from '../subject.js'
import * as values from './values.js'

/** Pages about places and events. */
export const places: readonly SubjectKind[] = [
  {
    name: built([
      'Bridge',
      'Tower',
      'Station',
      'Library',
      'Castle',
      'Lighthouse',
      'Theatre',
      'Church',
      'Palace',
      'Tunnel',
    ]),
    sayings: [
      saying(
        '{s} was [opened|built|finished] in {v}',
        values.year,
        [
          'When was {s} [opened|built|finished]',
          'In [which|what] year was {s} [opened|built]',
          'What year was {s} built',
          'How old is {s}',
        ],
        ['When did they build {s}', 'Since when has {s} been there'],
      ),
      saying(
        '{s} was [designed|built] by {v}',
        fullName,
        ['Who [designed|built] {s}', 'Who was the architect of {s}', 'By whom was {s} built'],
        ['Who is the person that designed {s}', 'Whose design is {s}'],
      ),
      saying(
        '{s} is {v} metres [high|long|tall]',
        values.amount,
        [
          'How [high|long|tall] is {s}',
          'How many metres [high|long|tall] is {s}',
          'What is the [height|length] of {s}',
        ],
        ['How many metres does {s} measure'],
      ),
      saying(
        '{s} [stands|is|lies] in {v}',
        placeName,
        ['Where is {s}', 'In [which|what] [town|city] is {s}', 'Where can I find {s}', 'Where does {s} stand'],
        ['In what place can I find {s}', 'Where exactly is {s}'],
      ),
    ],
  },
  {
    name: built([
      'Museum',
      'Cafe',
      'Market',
      'Pool',
      'Zoo',
      'Gallery',
      'Bakery',
      'Restaurant',
      'Garden',
      'Cinema',
      'Pharmacy',
    ]),
    sayings: [
      saying(
        '{s} opens at {v}',
        values.clockTime,
        ['When does {s} open', 'At what time does {s} open', 'What time does {s} open', 'From when is {s} open'],
        ['How early does {s} open', 'At which hour does {s} open'],
      ),
      saying(
        '{s} closes at {v}',
        values.clockTime,
        ['When does {s} close', 'At what time does {s} close', 'What time does {s} close', 'How long is {s} open'],
        ['How late does {s} close', 'At which hour does {s} close'],
      ),
      saying(
        '{s} is closed on {v}',
        values.weekday,
        ['On [which|what] day is {s} closed', 'When is {s} closed', '[Which|What] day is {s} closed'],
        ['What is the day on which {s} is closed', 'On what weekday is {s} closed'],
      ),
      saying(
        'a ticket for {s} costs {v} euros',
        values.amount,
        [
          'How much is a ticket for {s}',
          'What does a ticket for {s} cost',
          'How much does {s} cost',
          'What is the price of {s}',
        ],
        ['How many euros is a ticket for {s}', 'What do I pay for {s}'],
      ),
    ],
  },
  {
    name: placeName,
    sayings: [
      saying(
        '{s} has {v} inhabitants',
        values.population,
        [
          'How many [people|inhabitants] [live in|does] {s} [|have]',
          'What is the population of {s}',
          'How [big|large] is {s}',
          'How many people live in {s}',
        ],
        ['How many inhabitants are there in {s}', 'Tell me the population of {s}'],
      ),
      saying(
        'the mayor of {s} is {v}',
        fullName,
        ['Who is the mayor of {s}', 'What is the name of the mayor of {s}', "Who is {s}'s mayor"],
        ['Tell me who the mayor of {s} is', 'Which person is the mayor of {s}'],
      ),
      saying(
        '{s} lies on the river {v}',
        (draw) => draw.own(() => capital(inventedWord(draw, 2))),
        [
          '[Which|What] river flows through {s}',
          'On [which|what] river [does|is] {s} [lie|]',
          'What is the river of {s}',
        ],
        ['What river is {s} on', 'Which is the river at {s}'],
      ),
      saying(
        '{s} was founded in {v}',
        values.year,
        ['When was {s} founded', 'In [which|what] year was {s} founded', 'What year was {s} founded'],
        ['Since when has there been {s}', 'In what year did people found {s}'],
      ),
    ],
  },
  {
    name: (draw) => `Mount ${capital(inventedWord(draw))}`,
    sayings: [
      saying(
        '{s} is {v} metres high',
        values.amount,
        ['How high is {s}', 'What is the height of {s}', 'How tall is {s}', 'How many metres high is {s}'],
        ['How many metres does {s} reach', 'Tell me the height of {s}'],
      ),
      saying(
        '{s} was first climbed by {v}',
        fullName,
        ['Who first climbed {s}', 'Who climbed {s} first', 'Who was the first on {s}'],
        ['Which person was the first to climb {s}', 'By whom was {s} first climbed'],
      ),
      saying(
        '{s} was first climbed in {v}',
        values.year,
        [
          'When was {s} first climbed',
          'In [which|what] year was {s} first climbed',
          'When did somebody first climb {s}',
        ],
        ['What year was {s} climbed for the first time', 'When was the first climb of {s}'],
      ),
    ],
  },
  {
    name: built(['Festival', 'Fair', 'Marathon', 'Conference', 'Concert', 'Carnival', 'Cup']),
    sayings: [
      saying(
        '{s} [takes place|begins] on {v}',
        values.dayOfYear,
        [
          'When [is|does] {s} [|begin|take place]',
          'On [which|what] day is {s}',
          'What is the date of {s}',
          'When is {s}',
        ],
        ['On what date do they hold {s}', 'Which day does {s} begin'],
      ),
      saying(
        '{s} is held in {v}',
        placeName,
        ['Where is {s} [held|]', 'In [which|what] [town|city] is {s}', 'Where does {s} take place'],
        ['In what place do they hold {s}', 'Where do I go for {s}'],
      ),
      saying(
        '{s} was won by {v}',
        fullName,
        ['Who won {s}', 'Who is the winner of {s}', 'Who was the winner of {s}'],
        ['Which person won {s}', 'Tell me who won {s}'],
      ),
    ],
  },
]
