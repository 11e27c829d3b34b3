import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

export const words = catalogue(
  {
    sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
    searching: (query: string) => `Searching the web for “${isolated(query)}”`,
    searchState: {
      FAILED: 'The web search failed. This reply does not use it.',
      LEFT_OUT: 'The web results are too long for this model. This reply does not use them.',
    },
  },
  {
    sources: (count) => `출처 ${count}개`,
    searching: (query) => `웹에서 ‘${isolated(query)}’ 검색 중`,
    searchState: {
      FAILED: '웹 검색에 실패했습니다. 이 답변에는 검색 결과가 반영되지 않습니다.',
      LEFT_OUT: '검색 결과가 이 모델에는 너무 깁니다. 이 답변에는 반영되지 않습니다.',
    },
  },
)
