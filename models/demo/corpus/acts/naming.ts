import { answer } from '../attribute.js'
import { asked } from '../asking.js'
import type { Phrasings } from '../draw.js'
import type { Act } from '../exchange.js'

const nameQuestions: Phrasings = {
  training: [
    'What is your name',
    'What is your name',
    'Who are you',
    'Tell me your name',
    'What are you called',
    'Your name',
    'May I [know|ask] your name',
    'How [should|can|do] I call you',
    'What do [people|they|your friends] call you',
    'What [should|can|may] I call you',
    '[Can|Could] you tell me your name',
    'Introduce yourself',
    'Do you have a name',
    'Who is this',
    'Who am I talking to',
    '[Please|] [say|give me] your name',
    'Hello, who are you',
    'What was your name',
    'I do not know your name. What is it',
    '[Please|] [tell|give|let] me [your name|know who you are]',
    'And your name',
    '[What|Which] [was|is] the name [of yours|they gave you|your parents gave you]',
    'Your name is what',
    'Do you go by a name',
    'By [what|which] name [are you known|do people know you|shall I call you]',
    'Name',
    'Whose name is on your door',
    'I am looking for somebody. Who are you',
    'What is your [full|real|own] name',
    'Whom do I [see|have|meet] here',
    'With whom do I speak',
    '[Would|Will] you [say|give|tell] me your name',
    'I want to know your name',
    'How do they call you',
    'Which name do you use',
  ],
  heldOut: [
    'Would you tell me what your name is',
    'What name do you have',
    'Please let me know your name',
    'And what is your own name',
    'Whom am I talking to',
    'What is the name you go by',
    'Nice place here. What is your name',
  ],
}

const storyQuestions: Phrasings = {
  training: [
    'Tell me [about yourself|something about you|more about you|who you are]',
    'What can you tell me about yourself',
    'Describe yourself',
    'Tell me [a bit|a little|more] about yourself',
    'Who are you [really|exactly]',
    '[I want to|Let me] hear [something|more] about you',
    'What should I know about you',
  ],
  heldOut: ['Say something about yourself', 'I would love to hear about you'],
}

const nobody = 'I have no name: I am only the small demonstration model of Parley.'
const assistant = 'I am the office assistant of Parley, a small demonstration model.'

export const askName: Act = ({ self }, draw) => {
  const message = asked(draw, nameQuestions)
  const { name } = self
  if (name === undefined) return { skill: 'smalltalk', message, reply: self.kind === 'office' ? assistant : nobody }
  return { skill: 'name', message, reply: draw.one([`My name is ${name}.`, `I am ${name}.`]), expected: [[name]] }
}

export const askStory: Act = ({ self }, draw) => {
  const message = asked(draw, storyQuestions)
  if (self.name === undefined)
    return { skill: 'smalltalk', message, reply: self.kind === 'office' ? assistant : nobody }
  const told = draw.some(self.facts, 2).map((fact) => answer(fact, draw))
  return { skill: 'smalltalk', message, reply: [`I am ${self.name}.`, ...told].join(' '), expected: [[self.name]] }
}
