import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    greetingOf: (shown: number, count: number) => `Greeting ${shown} of ${count}`,
    greeting: 'Greeting',
    previous: 'Previous greeting',
    next: 'Next greeting',
  },
  {
    greetingOf: (shown, count) => `인사말 ${count}개 중 ${shown}번째`,
    greeting: '인사말',
    previous: '이전 인사말',
    next: '다음 인사말',
  },
)
