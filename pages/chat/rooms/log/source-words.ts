import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
    searching: 'Searching the web…',
    searchState: {
      FAILED: 'The web search failed. This reply does not use it.',
      LEFT_OUT: 'The web results are too long for this model. This reply does not use them.',
    },
  },
  {
    sources: (count) => `출처 ${count}개`,
    searching: '웹에서 찾는 중…',
    searchState: {
      FAILED: '웹 검색에 실패했습니다. 이 답변은 검색 결과를 쓰지 않습니다.',
      LEFT_OUT: '검색 결과가 이 모델에게 너무 깁니다. 이 답변은 검색 결과를 쓰지 않습니다.',
    },
  },
)
