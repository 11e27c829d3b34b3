import type { Draw } from './draw.js'
import { capital, firstName, placeName } from './words/names.js'
import * as lists from './words/value-words.js'

const plain: readonly string[] = [
  'The weather is [fine|bad|lovely|strange|cold|warm] today.',
  'I have [just|only] [arrived|woken up|come home|eaten].',
  'It is [late|early|quiet|loud|dark] here.',
  'You seem [nice|busy|tired|kind|calm|happy].',
  'I [like|love|enjoy] talking to you.',
  'I have been thinking.',
  'This is [fun|new to me|my first time here|easy].',
  'My [head|back|foot] hurts a little.',
  'I [saw|bought|lost|sold|found|drew] {plural} [yesterday|in {place}|last week|this morning].',
  'There are {plural} [everywhere|in the garden|in {place}|on the table].',
  'I am [going|travelling|moving] to {place} [soon|tomorrow|next week].',
  '{person} [sends greetings|told me about you|is here too|is asleep].',
  'We [talked about|looked at|need] {plural}.',
  'I need {plural} for [work|school|a friend|the weekend].',
  'The [train|bus|boat] was late.',
  'Somebody [knocked|called|sang|laughed].',
  'I will [be back|eat|sleep|go out] [soon|later].',
  'Nobody [tells me anything|else knows it|is here].',
  'I am [writing it down|waiting|listening|in a hurry|not sure].',
  'I am [happy|tired|hungry|puzzled|thirsty|sleepy|lost|busy|bored|impressed|nervous|excited|surprised|well][| today| now].',
  'We are [all ears|old friends|strangers|alone|late|new here].',
  'It would help me [a lot|very much|to know].',
  'People [ask|asked] me that all the time.',
  'I keep forgetting [it|such things|everything].',
  'My {animal} [sleeps|is hungry|wants to go out].',
  'That is all [I want to know|I need|for now].',
  'No hurry.',
  'A short answer is enough.',
  'Take your time.',
  'I promise to remember it.',
  'Sorry for asking.',
]

/** A sentence without a fact and without a question, as people write before and after their request. */
export function aside(draw: Draw): string {
  const slots: Readonly<Record<string, () => string>> = {
    plural: () => draw.one(lists.plurals),
    animal: () => draw.one(lists.animals),
    place: () => placeName(draw),
    person: () => firstName(draw),
  }
  const sentence = draw.expand(draw.one(plain)).replace(/\{(\w+)\}/g, (all, slot: string) => slots[slot]?.() ?? all)
  return capital(sentence)
}
