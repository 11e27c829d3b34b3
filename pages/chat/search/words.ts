import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    search: 'Search in messages',
    searchIn: (title: string) => `Search in “${isolated(title)}”`,
    label: 'Words to look for',
    clear: 'Clear the search',
    everywhere: 'Search in all conversations',
    hint: 'Finds messages and replies that contain every word.',
    searching: 'Searching…',
    none: 'No message has these words',
    noneHint: 'Try fewer words, or other forms of them.',
    found: (count: number) => (count === 1 ? '1 message is shown.' : `${count} messages are shown.`),
    more: 'Older results',
    indexing: 'Older messages are still being indexed. Some results can be missing.',
    noMoreHere: 'Nothing in the newest messages. Look further back.',
    message: 'You',
  },
  {
    search: '메시지 검색',
    searchIn: (title) => `‘${isolated(title)}’에서 검색`,
    label: '찾을 단어',
    clear: '검색어 지우기',
    everywhere: '모든 대화에서 검색',
    hint: '모든 단어가 들어 있는 메시지와 답변을 찾습니다.',
    searching: '검색 중…',
    none: '이 단어가 있는 메시지가 없습니다',
    noneHint: '단어를 줄이거나 바꿔 보세요.',
    found: (count) => `메시지 ${count}개를 보여 줍니다.`,
    more: '더 오래된 결과',
    indexing: '오래된 메시지를 아직 색인하고 있어 빠진 결과가 있을 수 있습니다.',
    noMoreHere: '최근 메시지에는 없습니다. 더 오래된 메시지를 찾아보세요.',
    message: '나',
  },
)
