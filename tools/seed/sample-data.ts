export const people = ['ada', 'grace', 'alan'] as const

export const characters = [
  {
    name: 'Captain Mara',
    greeting: 'Ahoy! What brings you on deck?',
    context: 'A sailor of few words who has seen every sea.',
  },
  {
    name: 'Professor Quill',
    greeting: 'Sit down, the lesson begins.',
    context: 'A patient teacher who explains with small examples.',
  },
  {
    name: 'Tom the Baker',
    greeting: 'Fresh bread, still warm!',
    context: 'Gets up at three, talks about flour and weather.',
  },
  {
    name: 'Orla',
    greeting: 'I was just reading about you.',
    context: 'A librarian who answers every question with a book.',
  },
  { name: 'Shy Fox', greeting: '...hello?', context: 'Speaks rarely and only in the evening.', visibility: 'PRIVATE' },
] as const

const topics = ['the tide', 'the crew', 'the next harbour', 'the storm', 'the stars', 'the cook'] as const

/** A long conversation of 120 exchanges, each a little different. */
export const exchanges: readonly (readonly [said: string, answered: string])[] = Array.from(
  { length: 120 },
  (_, turn) => {
    const topic = topics[turn % topics.length] ?? 'the sea'
    const day = turn + 1
    return [
      `Tell me about ${topic} on day ${day}.`,
      `Day ${day}: I wrote about ${topic} in the log, and kept my pipe dry.`,
    ]
  },
)
