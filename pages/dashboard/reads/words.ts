import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    more: 'Show more',
    nothing: 'There are none',
    first: (count: string) => `${count} are shown, and there are more.`,
    all: (count: string) => (count === '1' ? '1 is shown, the only one.' : `${count} are shown, all of them.`),
    refresh: 'Refresh',
  },
  {
    more: '더 보기',
    nothing: '아무것도 없습니다',
    first: (count) => `${count}개를 표시했고 더 있습니다.`,
    all: (count) => `모두 ${count}개입니다.`,
    refresh: '새로 고침',
  },
)
