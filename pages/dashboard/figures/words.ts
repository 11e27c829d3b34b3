import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Today',
    accounts: 'Accounts',
    active: 'Changed in the last 7 days',
    members: (membership: string) => `Membership ${membership}`,
    none: 'No account has registered yet.',
    replies: 'Replies',
    generations: 'Running and waiting',
    running: 'Running',
    waiting: 'Waiting',
    toReplies: 'Look at the replies and the workers',
    toAccounts: 'Look at the accounts',
  },
  {
    title: '오늘',
    accounts: '계정',
    active: '최근 7일 안에 바뀐 계정',
    members: (membership) => `멤버십 ${membership}`,
    none: '아직 가입한 계정이 없습니다.',
    replies: '답변',
    generations: '생성 중이거나 대기 중',
    running: '생성 중',
    waiting: '대기 중',
    toReplies: '답변과 워커 보기',
    toAccounts: '계정 보기',
  },
)
