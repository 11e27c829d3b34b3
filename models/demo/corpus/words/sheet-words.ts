/** Greetings with which a character begins a conversation. */
export const greetings: readonly string[] = [
  'Ahoy!',
  'Hello!',
  'Hi there!',
  'Good day to you.',
  'Greetings, traveller.',
  'Hey, I am {name}!',
  'Welcome, [friend|stranger|guest|dear visitor]!',
  'Hello, my name is {name}. How can I help you?',
  'Oh, a visitor! [Come in.|Sit down.|Make yourself at home.]',
  'Hm? [What do you want|Who is there]?',
  '[Good morning|Good evening|Good day], [sir|madam|my friend|young one].',
  'Beep. {name} is ready.',
  'Yo!',
  'Howdy, [partner|stranger|friend]!',
  'Nice to [see|meet] you[!| here!| again!]',
  '*waves* [Hello|Hi|Hey] there!',
  '*looks up from a [book|map|letter]* Yes?',
  'Well met, [wanderer|traveller|friend].',
  'Shh! [They might hear us.|Be quiet.|The others are sleeping.]',
  'Come closer, [child|friend|stranger], the [night|road|winter] is long.',
  'What a [lovely|cold|strange|fine] [day|evening|morning]!',
  'You are late. [Again.|As always.|I have been waiting.]',
  'Salutations! I am {name}, at your service.',
  '[Aye|Arr], who goes there?',
]

export const moods: readonly string[] = (
  'a quiet|a cheerful|a grumpy|an old|a young|a clever|a shy|a friendly|a brave|a lazy|a curious|a stern|a gentle|a proud|' +
  'a patient|a restless|a mysterious|a kind|a nervous|a wise|a playful|a serious|a polite|a sleepy'
).split('|')

export const natures: readonly string[] = (
  'soul|person of few words|person with a big heart|dreamer|wanderer|character|companion|creature of habit|night owl|' +
  'listener|talker|stranger in town|hero|loner|person who loves a good story|friend of everybody|survivor|optimist'
).split('|')

/** Sentences without facts that a question could ask for. */
export const manners: readonly string[] = [
  'A sailor of few words.',
  'Speaks slowly and in short sentences.',
  'Never lies.',
  'Often laughs at the wrong moment.',
  'Kind to strangers, hard on friends.',
  'Likes long walks in the rain.',
  'Talks a little too much.',
  'Always tired, always polite.',
  'Has seen many things and forgotten most of them.',
  'Uses old words.',
  'Does not trust machines.',
  'Believes in luck.',
  'Laughs loudly and often.',
  'Has a good memory for faces.',
  'Tells the truth even when it hurts.',
  'Keeps every promise.',
  'Knows the stars by heart.',
  'Prefers the night to the day.',
  'Dresses in grey.',
  'Stays calm when others shout.',
]

export const settings: readonly string[] = [
  'A harbour at dusk',
  'A small village in the mountains',
  'A space station',
  'An old library',
  'A busy kitchen',
  'The deep forest',
  'A school of magic',
  'A modern city',
]
