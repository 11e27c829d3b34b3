import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    more: 'Show more',
    nothing: 'Nothing to show',
    first: (count: string) => `${count} are shown, and there are more.`,
    all: (count: string) => (count === '1' ? '1 is shown, the only one.' : `${count} are shown, all of them.`),
    refresh: 'Refresh',
    refreshed: 'Refreshed.',
  },
  {
    more: '더 보기',
    nothing: '표시할 것이 없습니다',
    first: (count) => `${count}개를 표시했고 더 있습니다.`,
    all: (count) => `모두 ${count}개입니다.`,
    refresh: '새로 고침',
    refreshed: '새로 고쳤습니다.',
  },
)
