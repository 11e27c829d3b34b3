import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

type ByName = Readonly<Record<string, string | undefined>>

interface AuditWords {
  readonly title: string
  readonly hint: string
  readonly group: string
  readonly allGroups: string
  readonly groups: Readonly<Record<'accounts' | 'invitations' | 'keys' | 'characters' | 'replies' | 'server', string>>
  readonly search: string
  readonly clear: string
  readonly onlyAccount: (name: string) => string
  readonly showAll: string
  readonly noMatch: string
  readonly none: string
  readonly you: string
  readonly setUpLink: string
  /** Of an invitation for anyone. */
  readonly numbered: (id: string) => string
  /** The address is null for an invitation for anyone. */
  readonly invitation: (id: string, email: string | null) => string
  /** One without words is shown by its name. */
  readonly actors: ByName
  readonly actions: ByName
  readonly details: ByName
  /** Roles and memberships, by what the server calls them. */
  readonly values: ByName
  readonly noValue: string
}

export const words = catalogue<AuditWords>(
  {
    title: 'Audit log',
    hint: 'What administrators and the operator have done. Entries are kept for one year and cannot be changed.',
    group: 'Show',
    allGroups: 'Everything',
    groups: {
      accounts: 'Accounts',
      invitations: 'Invitations',
      keys: 'API keys',
      characters: 'Characters and chats',
      replies: 'Replies and queues',
      server: 'Settings and data',
    },
    search: 'Search by name',
    clear: 'Clear search',
    onlyAccount: (name) => `Only entries about ${isolated(name)}.`,
    showAll: 'Show everything',
    noMatch: 'No matching entries',
    none: 'No changes yet',
    you: 'You',
    setUpLink: 'Set-up link',
    numbered: (id) => `No. ${id}`,
    invitation: (id, email) => `Invitation No. ${id}${email === null ? '' : ` for ${isolated(email)}`}`,
    actors: {
      OPERATOR: 'Operator of the server',
      PROVIDER: 'Sign-in service',
      INVITATION: 'Invitation or set-up link',
      RECOVERY: 'Account recovery link',
    },
    actions: {
      ACCOUNT_APPROVED: 'Approved',
      ACCOUNT_CREATED: 'Created the account',
      ACCOUNT_DELETED: 'Deleted the account',
      ACCOUNT_BANNED: 'Banned',
      BAN_LIFTED: 'Lifted the ban on',
      ROLE_CHANGED: 'Changed the role of',
      MEMBERSHIP_CHANGED: 'Changed the membership of',
      SESSIONS_ENDED: 'Signed out',
      SECOND_FACTORS_REMOVED: 'Removed two-step sign-in from',
      PASSWORD_LINK_CREATED: 'Created a password link for',
      API_KEY_CREATED: 'Created an API key for',
      API_KEY_CHANGED: 'Changed an API key of',
      API_KEY_REVOKED: 'Revoked an API key of',
      INVITATION_CREATED: 'Created an invitation',
      INVITATION_REVOKED: 'Revoked an invitation',
      SET_UP_LINK_CREATED: 'Created the set-up link',
      CHARACTER_HIDDEN: 'Hid the character',
      CHARACTER_RESTORED: 'Restored the character',
      CHARACTER_CHANGED: 'Changed the character',
      CHARACTER_DELETED: 'Deleted the character',
      ROOM_DELETED: 'Deleted a chat',
      ROOM_CHANGED: 'Changed a chat',
      REPLY_CANCELLED: 'Stopped a reply',
      SETTING_CHANGED: 'Changed the setting',
      MODEL_CHANGED: 'Changed the model',
      QUEUE_PAUSED: 'Paused the queue',
      QUEUE_RESUMED: 'Resumed the queue',
      FINDING_REPAIRED: 'Repaired a problem',
      DATABASE_COMPACTED: 'Compacted the database',
    },
    details: {
      from: 'Before',
      removed: 'Removed',
      to: 'After',
      role: 'Role',
      membership: 'Membership',
      until: 'Until',
      expiresAt: 'Valid until',
      maxUses: 'Accounts',
      uses: 'Used',
      sessionId: 'Session',
      revokedKeys: 'Revoked API keys',
      keyId: 'Key',
      name: 'Name',
      ownerId: 'Account',
      roomId: 'Chat',
      fields: 'Fields',
      part: 'Part',
      kind: 'Problem',
      labelBefore: 'Label before',
      labelAfter: 'Label after',
      membershipsBefore: 'Memberships before',
      membershipsAfter: 'Memberships after',
      bytesBefore: 'Bytes before',
      bytesAfter: 'Bytes after',
    },
    values: { ADMIN: 'Administrator', USER: 'User', BASIC: 'Basic', VIP: 'VIP' },
    noValue: 'none',
  },
  {
    title: '감사 로그',
    hint: '관리자와 운영자가 한 일입니다. 기록은 1년 동안 보관되며 변경할 수 없습니다.',
    group: '종류',
    allGroups: '모든 기록',
    groups: {
      accounts: '계정',
      invitations: '초대',
      keys: 'API 키',
      characters: '캐릭터와 채팅',
      replies: '답변과 대기열',
      server: '설정과 데이터',
    },
    search: '이름으로 검색',
    clear: '검색어 지우기',
    onlyAccount: (name) => `${isolated(name)} 계정의 기록만 표시합니다.`,
    showAll: '모든 기록 보기',
    noMatch: '일치하는 기록이 없습니다',
    none: '아직 변경한 내용이 없습니다',
    you: '나',
    setUpLink: '서버 설정 링크',
    numbered: (id) => `${id}번`,
    invitation: (id, email) => `초대 ${id}번${email === null ? '' : ` (${isolated(email)})`}`,
    actors: {
      OPERATOR: '서버 운영자',
      PROVIDER: '로그인 서비스',
      INVITATION: '초대 또는 서버 설정 링크',
      RECOVERY: '계정 복구 링크',
    },
    actions: {
      ACCOUNT_APPROVED: '승인',
      ACCOUNT_CREATED: '계정 생성',
      ACCOUNT_DELETED: '계정 삭제',
      ACCOUNT_BANNED: '차단',
      BAN_LIFTED: '차단 해제',
      ROLE_CHANGED: '역할 변경',
      MEMBERSHIP_CHANGED: '멤버십 변경',
      SESSIONS_ENDED: '로그아웃',
      SECOND_FACTORS_REMOVED: '2단계 인증 해제',
      PASSWORD_LINK_CREATED: '비밀번호 링크 생성',
      API_KEY_CREATED: 'API 키 생성',
      API_KEY_CHANGED: 'API 키 변경',
      API_KEY_REVOKED: 'API 키 폐기',
      INVITATION_CREATED: '초대 생성',
      INVITATION_REVOKED: '초대 취소',
      SET_UP_LINK_CREATED: '서버 설정 링크 생성',
      CHARACTER_HIDDEN: '캐릭터 숨김',
      CHARACTER_RESTORED: '캐릭터 숨김 해제',
      CHARACTER_CHANGED: '캐릭터 변경',
      CHARACTER_DELETED: '캐릭터 삭제',
      ROOM_DELETED: '채팅 삭제',
      ROOM_CHANGED: '채팅 변경',
      REPLY_CANCELLED: '답변 중지',
      SETTING_CHANGED: '설정 변경',
      MODEL_CHANGED: '모델 변경',
      QUEUE_PAUSED: '대기열 일시 중지',
      QUEUE_RESUMED: '대기열 재개',
      FINDING_REPAIRED: '문제 복구',
      DATABASE_COMPACTED: '데이터베이스 압축',
    },
    details: {
      from: '이전',
      removed: '해제한 수단',
      to: '이후',
      role: '역할',
      membership: '멤버십',
      until: '종료일',
      expiresAt: '유효 기간',
      maxUses: '계정 수',
      uses: '사용 횟수',
      sessionId: '세션',
      revokedKeys: '폐기한 API 키',
      keyId: '키',
      name: '이름',
      ownerId: '계정',
      roomId: '채팅',
      fields: '항목',
      part: '부분',
      kind: '문제',
      labelBefore: '이전 표시 이름',
      labelAfter: '새 표시 이름',
      membershipsBefore: '이전 멤버십',
      membershipsAfter: '새 멤버십',
      bytesBefore: '이전 바이트',
      bytesAfter: '이후 바이트',
    },
    values: { ADMIN: '관리자', USER: '사용자', BASIC: '기본', VIP: 'VIP' },
    noValue: '없음',
  },
)
