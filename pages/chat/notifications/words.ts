import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    ready: 'The reply is ready.',
    title: 'Notifications',
    setting: 'Notify me in this browser when a reply is ready and I am in another tab',
    refused: 'Your browser blocks notifications from this page. Allow them in its settings for this site.',
    offer: 'Get notified when a long reply is ready.',
    turnOn: 'Turn on notifications',
  },
  {
    ready: '답변이 준비되었습니다.',
    title: '알림',
    setting: '다른 탭을 보고 있을 때 답변이 준비되면 이 브라우저에서 알림 받기',
    refused: '브라우저가 이 페이지의 알림을 차단했습니다. 브라우저의 사이트 설정에서 허용하세요.',
    offer: '답변이 오래 걸리면 준비되었을 때 알려 드립니다.',
    turnOn: '알림 켜기',
  },
)
