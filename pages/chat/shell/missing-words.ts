import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    page: 'Page not found',
    pageHint: 'The address may be mistyped, or the page was removed.',
    toHome: 'Go to the home page',
    room: 'Chat not found',
    roomHint: 'It was deleted, or it belongs to another account.',
  },
  {
    page: '페이지를 찾을 수 없습니다',
    pageHint: '주소를 잘못 입력했거나 삭제된 페이지입니다.',
    toHome: '홈으로 이동',
    room: '채팅을 찾을 수 없습니다',
    roomHint: '삭제되었거나 다른 계정의 채팅입니다.',
  },
)
