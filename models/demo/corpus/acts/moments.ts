import { asked } from '../asking.js'
import type { Phrasings } from '../draw.js'
import type { Act } from '../exchange.js'
import { placeName } from '../words/names.js'
import { anyRefusal, refusals } from '../words/refusals.js'
import { months, weekdays } from '../words/value-words.js'

interface Moment {
  readonly iso: string
  readonly time: string
  readonly weekday: string
  readonly month: string
}

interface MomentQuestion {
  readonly asks: Phrasings
  readonly reply: (moment: Moment) => string
  readonly expected: (moment: Moment) => string
}

const questions: readonly MomentQuestion[] = [
  {
    asks: {
      training: [
        'What is the date [today|]',
        "[What is|Tell me] today's date",
        'What date is it [today|now|]',
        'Which date do we have [today|]',
        'Can you tell me the date',
        'What is the current date',
        'Do you know the date [of today|]',
        'Today is which date',
        'What day is it [today|]',
        'What day is today',
        'Which day do we have',
        'Tell me the date and the weekday',
        'I need the date',
        '[Say|Give me] the date',
        'The date [today|of today]',
        'What is the day [and the date|] today',
        'What is [today|the day today]',
        'Which day of the month is it',
        'Can I have the date [of today|]',
        'Do you have the date',
        'What do we write today',
        'Today is what [day|date]',
        'Please tell me the [current|exact] date',
        'Show me the date',
        'I forgot the date',
        'On which date are we talking',
      ],
      heldOut: [
        'What is the date of today',
        'Could you give me the current date',
        'What date do we have today',
        'Which date is it right now',
      ],
    },
    reply: ({ weekday, iso }) => `Today is ${weekday}, ${iso}.`,
    expected: ({ iso }) => iso,
  },
  {
    asks: {
      training: [
        'What time is it [now|]',
        'What is the time [now|]',
        'Tell me the time',
        'Do you know [what time it is|the time]',
        'How late is it',
        'Can you tell me the time',
        'What is the current time',
        'I need the time',
        'Which time is it',
        '[Say|Give me] the time',
        'The time',
        'Can I have the time',
        'What does the clock say',
        'Do you have the time',
        'Please tell me the [current|exact] time',
        'Time, please',
        'What hour is it',
        'How late is it [now|already]',
        'Show me the clock',
        'At what time are we talking',
      ],
      heldOut: ['What time do we have', 'Could you give me the current time', 'What time is it right now'],
    },
    reply: ({ time }) => `It is ${time} UTC.`,
    expected: ({ time }) => time,
  },
  {
    asks: {
      training: [
        '[Which|What] day of the week is it',
        '[Which|What] weekday is [it|today]',
        'What weekday do we have',
        'Tell me the [weekday|day of the week]',
        'The [weekday|day of the week]',
        'Which day of the week do we have',
        'What is the [weekday|day of the week] [today|now|]',
        'Today is which weekday',
        'Is today a Sunday or which weekday',
        'Give me the [weekday|day of the week]',
        'Do you know the [weekday|day of the week]',
        'Is it Monday today or what day of the week',
      ],
      heldOut: ['Which weekday do we have today', 'What day of the week is today'],
    },
    reply: ({ weekday }) => `It is ${weekday}.`,
    expected: ({ weekday }) => weekday,
  },
  {
    asks: {
      training: [
        '[Which|What] year is it',
        'What is the [current|] year',
        '[Which|What] year do we have',
        'Tell me the year',
        'In which year are we',
        'The [current|] year',
        'Do you know [the|what] year [it is|]',
        'Give me the year',
        'What is the year [now|today]',
        'Which year is it [now|today|]',
        'What year do we write',
      ],
      heldOut: ['What year is it right now', 'Which year are we in'],
    },
    reply: ({ iso }) => `It is the year ${iso.slice(0, 4)}.`,
    expected: ({ iso }) => iso.slice(0, 4),
  },
  {
    asks: {
      training: [
        '[Which|What] month is it',
        'What is the [current|] month',
        '[Which|What] month do we have',
        'Tell me the month',
        'In which month are we',
        'The [current|] month',
        'Do you know [the|what] month [it is|]',
        'Give me the month',
        'What is the month [now|today]',
        'Which month is it [now|today|]',
      ],
      heldOut: ['What month is it right now', 'Which month are we in'],
    },
    reply: ({ month, iso }) => `It is ${month} ${iso.slice(0, 4)}.`,
    expected: ({ month }) => month,
  },
]

/** The prompt of the office contains date and time; that of a character does not. */
export const askMoment: Act = ({ self, now }, draw) => {
  const question = draw.one([...questions.slice(0, 1), ...questions])
  const message = asked(draw, question.asks)
  if (self.kind === 'character') {
    return { skill: 'limits', message, reply: refusals.noClock, expected: anyRefusal }
  }
  const moment = momentOf(now)
  const reply = question.reply(moment)
  return { skill: 'date', message, reply, expected: [[question.expected(moment)]], isOfTheMoment: true }
}

const otherDays: Phrasings = {
  training: [
    '[What|Which] date [is|will be] tomorrow',
    '[What|Which] day [was|is] [yesterday|tomorrow]',
    'What is the date of [tomorrow|yesterday|next Monday]',
    'Tell me the date of [tomorrow|yesterday|next week]',
    '[When|What day] is [Christmas|Easter|the next full moon|next Friday]',
    'How many days [are left|until] [this year|Christmas|summer]',
    'What time is it in {p}',
    'Wake me [up|] at seven',
    'Remind me [of it|tomorrow|on Friday]',
  ],
  heldOut: ['What will be the date in a week', 'Which day was it before yesterday'],
}

/** The model can read the date and the time, but cannot calculate with them. */
export const askOtherDay: Act = ({ self }, draw) => {
  if (self.kind !== 'office') return undefined
  const message = asked(draw, otherDays).replace('{p}', placeName(draw))
  return { skill: 'limits', message, reply: refusals.onlyNow, expected: anyRefusal }
}

function momentOf(now: number): Moment {
  const date = new Date(now)
  const [iso = '', time = ''] = date.toISOString().split('T')
  const weekday = weekdays[(date.getUTCDay() + 6) % 7] ?? ''
  return { iso, time: time.slice(0, 5), weekday, month: months[date.getUTCMonth()] ?? '' }
}
