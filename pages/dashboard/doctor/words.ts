import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Doctor',
    hint: 'Checks that the stored data fits together, for example after a backup was restored. Each problem says what a repair does. Data of the last 5 minutes is skipped.',
    examine: 'Check the data',
    examineAgain: 'Check again',
    stop: 'Stop',
    progress: (part: string, items: string) => `Examining ${part}. ${items} items so far.`,
    result: (items: string, findings: string) =>
      findings === '0'
        ? `${items} items were examined. Everything fits together.`
        : `${items} items were examined. Findings: ${findings}.`,
    stopped: (items: string, findings: string) =>
      `Stopped after ${items} items. Findings so far: ${findings}. Repairs are possible now.`,
    notExamined: (part: string) => `Not examined to the end: ${part}.`,
    findings: 'Findings',
    onlyFirst: (count: string) => `The first ${count} are shown. Repair them, then examine again.`,
    losesNothing: 'The repair loses nothing',
    mayLose: 'The repair removes data',
    repair: 'Repair',
    repairTitle: 'Repair this finding?',
    harmless: 'Nothing is lost.',
    lossy:
      'This may be the only copy, for example after an older database was restored. It cannot be undone: make a backup first.',
    repairs: {
      none: '',
      repaired: 'Repaired.',
      left: 'There was nothing left to repair, or it cannot be repaired now. Examine again.',
    },
    parts: {
      PURGES: 'deletions under way',
      LOGS: 'logs',
      REMNANTS: 'remnants of logs',
      SEARCH: 'the search index',
      RECORDS: 'rooms',
      REPLIES: 'replies',
      IMAGES: 'images',
      FILES: 'files of images',
      CHARACTERS: 'pictures of characters',
      ACCOUNTS: 'pictures of accounts',
    },
    kinds: {
      STUCK_PURGE: {
        name: 'A deletion that does not end',
        repair: 'The deletion is tried again now.',
      },
      UNKNOWN_PURGE: {
        name: 'A deletion that another release recorded',
        repair: 'Its record is removed, and what it should have deleted stays. The release that knows it completes it.',
      },
      RECORD_WITHOUT_LOG: {
        name: 'A room without its log',
        repair: 'The room gets an empty log.',
      },
      LOG_WITHOUT_RECORD: {
        name: 'A log whose room is gone',
        repair: 'The log is removed with all its entries.',
      },
      ENTRIES_WITHOUT_LOG: {
        name: 'Entries whose log is gone',
        repair: 'The entries are removed. While rooms are restored into MongoDB all entries look like this.',
      },
      ENTRY_NOT_INDEXED: {
        name: 'An entry that a search does not find',
        repair: 'The entry is indexed again.',
      },
      REPLY_WITHOUT_ROOM: {
        name: 'A reply whose room is gone',
        repair: 'The reply is removed with its message and its text.',
      },
      IMAGE_WITHOUT_FILE: {
        name: 'An image without its file',
        repair: 'The record of the image is removed: its address is no longer valid, also if the file comes back.',
      },
      FILE_WITHOUT_IMAGE: {
        name: 'A file that belongs to no image',
        repair: 'The file is removed.',
      },
      PICTURE_WITHOUT_IMAGE: {
        name: 'A picture that is gone',
        repair: 'The character or the account no longer names the picture.',
      },
    },
  },
  {
    title: '점검',
    hint: '삭제는 명령 없이도 끝까지 이루어집니다. 저장소를 예전 사본으로 되돌렸거나 직접 고친 뒤에는 점검으로 서로 맞지 않는 것을 찾을 수 있습니다. 5분이 지나지 않은 자료는 건너뜁니다.',
    examine: '저장소 점검',
    examineAgain: '다시 점검',
    stop: '멈추기',
    progress: (part, items) => `${part} 점검 중. 지금까지 ${items}개.`,
    result: (items, findings) =>
      findings === '0'
        ? `${items}개를 점검했습니다. 모두 맞습니다.`
        : `${items}개를 점검했습니다. 발견: ${findings}개.`,
    stopped: (items, findings) =>
      `${items}개를 점검한 뒤 멈췄습니다. 지금까지 발견: ${findings}개. 이제 고칠 수 있습니다.`,
    notExamined: (part) => `끝까지 점검하지 못했습니다: ${part}.`,
    findings: '발견한 것',
    onlyFirst: (count) => `처음 ${count}개를 표시했습니다. 고친 뒤 다시 점검하세요.`,
    losesNothing: '고쳐도 잃는 것이 없음',
    mayLose: '고치면 자료가 지워짐',
    repair: '고치기',
    repairTitle: '이것을 고칠까요?',
    harmless: '잃는 것이 없습니다.',
    lossy: '예전 데이터베이스로 되돌린 뒤라면 하나뿐인 사본일 수 있습니다. 되돌릴 수 없으니 먼저 백업하세요.',
    repairs: {
      none: '',
      repaired: '고쳤습니다.',
      left: '고칠 것이 남아 있지 않거나 지금은 고칠 수 없습니다. 다시 점검하세요.',
    },
    parts: {
      PURGES: '진행 중인 삭제',
      LOGS: '기록',
      REMNANTS: '기록의 나머지',
      SEARCH: '검색 색인',
      RECORDS: '방',
      REPLIES: '답변',
      IMAGES: '이미지',
      FILES: '이미지 파일',
      CHARACTERS: '캐릭터의 그림',
      ACCOUNTS: '계정의 그림',
    },
    kinds: {
      STUCK_PURGE: { name: '끝나지 않는 삭제', repair: '지금 다시 삭제합니다.' },
      UNKNOWN_PURGE: {
        name: '다른 버전이 남긴 삭제',
        repair: '삭제 기록을 지우고, 삭제하려던 것은 남습니다. 그 삭제를 아는 버전이 끝낼 수 있습니다.',
      },
      RECORD_WITHOUT_LOG: { name: '기록이 없는 방', repair: '방에 빈 기록을 만듭니다.' },
      LOG_WITHOUT_RECORD: { name: '방이 없는 기록', repair: '기록과 그 안의 모든 대화를 지웁니다.' },
      ENTRIES_WITHOUT_LOG: {
        name: '기록이 없는 대화',
        repair: '대화를 지웁니다. MongoDB에 방을 되돌리는 동안에는 모든 대화가 이렇게 보입니다.',
      },
      ENTRY_NOT_INDEXED: { name: '검색에서 찾을 수 없는 대화', repair: '대화를 다시 색인합니다.' },
      REPLY_WITHOUT_ROOM: { name: '방이 없는 답변', repair: '답변과 그 메시지와 글을 지웁니다.' },
      IMAGE_WITHOUT_FILE: {
        name: '파일이 없는 이미지',
        repair: '이미지의 기록을 지웁니다. 파일이 돌아와도 그 주소는 쓸 수 없습니다.',
      },
      FILE_WITHOUT_IMAGE: { name: '이미지가 없는 파일', repair: '파일을 지웁니다.' },
      PICTURE_WITHOUT_IMAGE: { name: '없어진 그림', repair: '캐릭터나 계정에서 그림을 뺍니다.' },
    },
  },
)
