import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  {
    providerAway: 'This service is not available right now.',
    onlyProviders: 'Sign in with another service.',
    allAway: 'None of them can be reached now. Try again later, or ask the person who runs this server.',
  },
  {
    providerAway: '지금은 이 서비스를 사용할 수 없습니다.',
    onlyProviders: '이 서버에서는 다른 서비스의 계정으로 로그인합니다.',
    allAway: '지금은 연결할 수 있는 서비스가 없습니다. 나중에 다시 시도하거나 서버 운영자에게 문의하세요.',
  },
)
