import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    hidden: 'An administrator has hidden this character. Other people cannot find it, and you cannot make it public.',
    reason: 'Reason:',
  },
  {
    hidden: '관리자가 이 캐릭터를 숨겼습니다. 다른 사람이 찾을 수 없고, 공개로 전환할 수도 없습니다.',
    reason: '사유:',
  },
)
