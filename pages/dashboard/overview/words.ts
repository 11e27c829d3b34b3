import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Overview',
    waits: 'Needs your attention',
    nothingWaits: 'Nothing needs your attention.',
    waiting: (count: string, value: number) =>
      value === 1 ? '1 person is waiting for approval.' : `${count} people are waiting for approval.`,
    decide: 'Review',
    look: 'View',
    paused: (kind: string) => `${kind}: the queue is paused, so no new reply starts.`,
    noReplies: (kind: string) => `${kind}: no worker can reply now.`,
    findings: (count: string, value: number) =>
      value === 1 ? 'The doctor found 1 problem.' : `The doctor found ${count} problems.`,
    noMail:
      'New accounts need a verified address at a listed domain, but this server does not send email, so people cannot sign up.',
    accounts: 'Accounts',
    all: 'All accounts',
    administrators: 'Administrators',
    banned: 'Banned',
    members: (membership: string) => `${membership} members`,
    toAccounts: 'View accounts',
    replies: 'Replies',
    generations: 'In progress',
    toReplies: 'View replies',
  },
  {
    title: '개요',
    waits: '처리할 일',
    nothingWaits: '처리할 일이 없습니다.',
    waiting: (count) => `${count}명이 승인을 기다리고 있습니다.`,
    decide: '검토',
    look: '보기',
    paused: (kind) => `${kind} 대기열이 일시 중지되어 새 답변이 시작되지 않습니다.`,
    noReplies: (kind) => `지금 답변할 수 있는 ${kind} 워커가 없습니다.`,
    findings: (count) => `점검에서 문제 ${count}개를 찾았습니다.`,
    noMail:
      '새 계정에는 지정된 도메인의 확인된 주소가 필요하지만, 이 서버는 이메일을 보내지 않으므로 가입 양식으로는 계정을 만들 수 없습니다.',
    accounts: '계정',
    all: '모든 계정',
    administrators: '관리자',
    banned: '차단됨',
    members: (membership) => `${membership} 멤버십`,
    toAccounts: '계정 보기',
    replies: '답변',
    generations: '진행 중',
    toReplies: '답변 보기',
  },
)
