import { catalogue } from '../text/catalogue.js'

/** Texts that are shown when no other words could be loaded. */
export const words = catalogue(
  {
    notLoaded: 'This part of the page could not be loaded. Check your connection and try again.',
    tryAgain: 'Try again',
    reload: 'Reload the page',
  },
  {
    notLoaded: '페이지의 이 부분을 불러오지 못했습니다. 연결을 확인한 뒤 다시 시도하세요.',
    tryAgain: '다시 시도',
    reload: '페이지 새로 고침',
  },
)
