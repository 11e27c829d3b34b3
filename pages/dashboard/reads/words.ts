import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    more: 'Show more',
    first: (count: string) => `Showing the first ${count}`,
    some: (count: string, total: string) => `Showing ${count} of ${total}`,
    all: (count: string) => `${count} in total`,
    refresh: 'Refresh',
    refreshed: 'Refreshed.',
  },
  {
    more: '더 보기',
    first: (count) => `처음 ${count}개 표시`,
    some: (count, total) => `${total}개 중 ${count}개 표시`,
    all: (count) => `총 ${count}개`,
    refresh: '새로 고침',
    refreshed: '새로 고쳤습니다.',
  },
)
