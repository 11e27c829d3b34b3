import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  {
    network: (name: string) => `Sign in with ${name}`,
    refused: 'The provider did not confirm the sign-in, or it began in another tab. Try again.',
  },
  {
    network: (name) => `${name} 계정으로 로그인`,
    refused: '로그인이 확인되지 않았거나 다른 탭에서 시작되었습니다. 처음부터 다시 시도하세요.',
  },
)
