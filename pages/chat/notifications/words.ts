import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    ready: 'The reply is ready.',
    setting: 'Notify me when a reply is ready while this page is out of sight',
    refused: 'Your browser blocks notifications from this page. Allow them in its settings for this site.',
    offer: 'Get notified when a long reply is ready.',
    turnOn: 'Turn on notifications',
  },
  {
    ready: '답변이 준비되었습니다.',
    setting: '이 페이지를 보고 있지 않을 때 답변이 준비되면 알림 받기',
    refused: '브라우저가 이 페이지의 알림을 차단했습니다. 브라우저의 사이트 설정에서 허용하세요.',
    offer: '답변이 오래 걸리면 준비되었을 때 알려 드립니다.',
    turnOn: '알림 켜기',
  },
)
