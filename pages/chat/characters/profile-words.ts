import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    by: 'by',
    hidden: 'Hidden',
    you: 'you',
    start: 'Start chat',
    continueConversation: 'Continue chat',
    greeting: 'Greeting',
    needsAccount: 'You need an account to chat.',
  },
  {
    by: '만든 사람',
    hidden: '숨김',
    you: '당신',
    start: '채팅 시작',
    continueConversation: '채팅 계속하기',
    greeting: '인사말',
    needsAccount: '채팅하려면 계정이 필요합니다.',
  },
)
