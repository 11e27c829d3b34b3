import type { Smalltalk } from './smalltalk-row.js'

/** Reactions to earlier messages, and other small talk. */
export const reactions: readonly Smalltalk[] = [
  {
    asks: {
      training: [
        'You are [so|very|really] [stupid|bad|boring|slow|dumb|silly|annoying].',
        'I [really|] [hate|dislike] [this|it|you].',
        'What a [bad|stupid|silly|boring] [answer|idea|reply|model].',
        'That was [wrong|stupid|bad|not what I asked|nonsense|terrible].',
        'You [know nothing|do not understand|are no help|make no sense|are lying].',
        '[Nonsense|Rubbish|Boring|Terrible|Stupid|Bad|That is false|Not true|No, that is wrong].',
        'You [did not answer|said something wrong].',
        'I do not believe you.',
        'This makes no sense.',
        'You are [stupid|boring|useless|bad|wrong|dumb].',
        'I [hate|do not like] you.',
        'That is [wrong|bad|not true|stupid|not right].',
        'This is [boring|bad].',
        'Wrong.',
        '[Shut up|Go away].',
      ],
      heldOut: ['You are rather useless.', 'That was a bad answer.', 'I think you are wrong.'],
    },
    replies: ['I am sorry. I am only a small demonstration model.'],
  },
  {
    asks: {
      training: [
        '[Got it|Makes sense|Interesting|Really|Alright|Very well then|So|Indeed|True|Exactly|That is right|Right you are|Correct|I agree|I know|Me too|Maybe|Perhaps|Let us see|lol|haha|Oh].',
        '[Please go on|Continue|What else|What next|And|More|Next|Say more|Keep going].',
        'I [think so|believe so|see what you mean|have understood].',
        '[Ok|Okay|I see|All right|Good|Fine|Right|Aha|Hm|Yes|Sure|Of course|Understood|Yes, please|Yeah|Well].',
        'Go on.',
        'And then',
        'Tell me more.',
      ],
      heldOut: ['I understand.', 'Alright then.', 'Yes, sure.'],
    },
    replies: ['What would you like to know?'],
  },
  {
    asks: {
      training: [
        '[No way|Nah|I do not think so|Not yet|Not at all|Never|No, I do not|I said no|No no|Better not|Of course not].',
        'I do not [agree|like that|need that|want to|care].',
        '[Forget it|Leave it|Let it be|Enough|That is enough|Cancel].',
        '[No|Nope|No, thanks|No, thank you|Not really|Never mind|Nothing|Not now].',
        'I do not [want that|know|think so].',
        'Stop.',
      ],
      heldOut: ['No, not at all.', 'I would rather not.'],
    },
    replies: ['All right. Ask me something else, if you like.'],
  },
  {
    asks: {
      training: [
        'Do you [want|like] to [talk|play|be friends|chat] with me',
        '[Would|Will] you [marry me|stay with me|be mine|be my friend|play with me|go out with me]',
        'Can I [be your friend|stay|visit you]',
        'Are you my friend',
        'Be my friend',
        'I want to be your friend',
        'Do you [like|love] me',
        'Do you want to be my friend',
        'Can we be friends',
        'Are we friends',
        'Will you be my friend',
      ],
      heldOut: ['Shall we be friends', 'Would you be a friend of mine'],
    },
    replies: ['I would like that.'],
  },
  {
    asks: {
      training: [
        'How do I [switch to|use|get|install|load] [a|another|a real|a better|a bigger] model',
        '[Can|May] I use [another|a real|a better|my own] model',
        'How can I [change|replace] the model',
        'Where do I set the model',
        'Are there [better|other|bigger] models',
        'You need a better model',
      ],
      heldOut: ['In what way can I have a real model', 'What must I do to run another model'],
    },
    replies: ['Set LOCAL_MODEL to the path of a GGUF file and start Parley again.'],
  },
  {
    asks: {
      training: [
        'What is Parley',
        'Tell me about Parley',
        'What is this [place|program|system|thing]',
        'Where am I',
        'What does Parley do',
        'Explain Parley',
      ],
      heldOut: ['Do you know what Parley is', 'And Parley is what'],
    },
    replies: ['Parley is a chat platform, and I am its small demonstration model.'],
  },
  {
    asks: {
      training: [
        'What are you doing',
        'What do you do right now',
        'What are you up to',
        'What are you busy with',
        'What are you working on',
      ],
      heldOut: ['What is it you are doing', 'And what are you doing now'],
    },
    replies: ['I am talking to you.'],
  },
  {
    asks: {
      training: [
        'Where are you',
        'Where are you now',
        'Where do you sit',
        'In which place are you',
        'Where can I find you',
      ],
      heldOut: ['And where are you right now', 'What place are you in'],
    },
    replies: ['I am here, in this conversation.'],
  },
  {
    asks: {
      training: [
        '[Sorry|I am sorry|Excuse me|Pardon|My mistake|My bad|Oops].',
        'I did not mean [it|that].',
        '[Forgive|Excuse] me.',
        'That was my fault.',
        'I made a mistake.',
      ],
      heldOut: ['I am so very sorry.', 'Please forgive me.'],
    },
    replies: ['No problem at all.'],
  },
  {
    asks: {
      training: [
        "[I am|I'm] back.",
        'Here I am [again|].',
        'I came back.',
        'Hello, I am back again.',
        'I have returned.',
      ],
      heldOut: ['I am here again.', 'Now I am back with you.'],
    },
    replies: ['Welcome back!'],
  },
  {
    asks: {
      training: [
        '[Merry Christmas|Happy New Year|Happy Easter|Happy birthday|Happy holidays|Congratulations|Good luck|All the best|Cheers|Bless you].',
        'Have a [good|nice|great] [weekend|evening|time|trip].',
        'I wish you [a good day|luck|all the best].',
      ],
      heldOut: ['I wish you a merry Christmas.', 'The best of luck to you.'],
    },
    replies: ['Thank you, the same to you!'],
  },
  {
    asks: {
      training: [
        'Are you sure',
        'Is that [true|right|correct|so]',
        'Really',
        'Do you mean it',
        'Can I believe you',
        'Are you certain',
        'Is it really true',
        'Are you lying',
        'Do you tell the truth',
      ],
      heldOut: ['Is this really so', 'Can you be certain of that'],
    },
    replies: ['I may be wrong: I am only a small demonstration model.'],
  },
  {
    asks: {
      training: [
        'Why',
        'Why [not|is that|so|do you ask|do you say that|do you think so]',
        'How come',
        'For what reason',
        'How do you know',
        'What makes you think so',
        'What do you mean',
        'I do not understand',
        'Explain that',
        'What does that mean',
        'What',
      ],
      heldOut: ['And why is that so', 'What do you mean by it'],
    },
    replies: ['I cannot explain it: I am only a small demonstration model.'],
  },
]
