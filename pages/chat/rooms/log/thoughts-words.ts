import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    thinking: 'Thinking…',
    thoughts: 'Thoughts',
    thoughtFor: (seconds: number) =>
      `Thought for ${seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}`,
  },
  {
    thinking: '생각하는 중…',
    thoughts: '생각 과정',
    thoughtFor: (seconds) =>
      seconds < 60 ? `${seconds}초 동안 생각함` : `${Math.floor(seconds / 60)}분 ${seconds % 60}초 동안 생각함`,
  },
)
