import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Doctor',
    hint: 'Checks the stored data for problems, for example after a backup was restored. Each problem says what its repair does. Data from the last 5 minutes is skipped.',
    examine: 'Check the data',
    examineAgain: 'Check again',
    stop: 'Stop',
    progress: (part: string, items: string) => `Checking ${part}… ${items} items so far.`,
    result: (items: string, findings: string) =>
      findings === '0'
        ? `Checked ${items} items. No problems found.`
        : `Checked ${items} items. ${findings} ${findings === '1' ? 'problem' : 'problems'} found.`,
    stopped: (items: string, findings: string) =>
      `Stopped after ${items} items. ${findings} ${findings === '1' ? 'problem' : 'problems'} found so far.${findings === '0' ? '' : ' You can repair them now.'}`,
    notExamined: (part: string) => `Not fully checked: ${part}.`,
    findings: 'Problems',
    onlyFirst: (count: string) => `Showing the first ${count}. Repair them, then check again.`,
    losesNothing: 'The repair removes no data',
    mayLose: 'The repair removes data',
    repair: 'Repair',
    /** The button of a repair that removes data, by what it does. */
    acts: {
      UNKNOWN_PURGE: 'Remove record',
      LOG_WITHOUT_RECORD: 'Remove messages',
      ENTRIES_WITHOUT_LOG: 'Remove messages',
      REPLY_WITHOUT_ROOM: 'Remove reply',
      IMAGE_WITHOUT_FILE: 'Remove record',
      CARD_WITHOUT_ASSETS: 'Give up assets',
      UPLOAD_WITHOUT_FILE: 'Remove file',
      FILE_WITHOUT_IMAGE: 'Remove file',
    },
    owners: { account: 'Account', character: 'Character', persona: 'Persona' },
    repairMeans: (sentence: string) => `Repair: ${sentence}`,
    details: 'Details',
    repairTitle: 'Repair this problem?',
    harmless: 'No data is removed.',
    lossy:
      'This may be the only copy, for example after an older database was restored. This cannot be undone: make a backup first.',
    repairs: {
      none: '',
      repaired: 'Repaired.',
      left: 'There is nothing left to repair, or it cannot be repaired now. Check again.',
    },
    parts: {
      PURGES: 'deletions under way',
      LOGS: 'messages of chats',
      REMNANTS: 'leftover messages',
      SEARCH: 'the search index',
      RECORDS: 'chats',
      REPLIES: 'replies',
      IMAGES: 'images',
      FILES: 'files of images',
      UPLOADS: 'uploaded files',
      CARDS: 'character cards',
      CHARACTERS: 'pictures of characters',
      PERSONAS: 'pictures of personas',
      ACCOUNTS: 'pictures of accounts',
    },
    kinds: {
      STUCK_PURGE: {
        name: 'Deletion that never finishes',
        repair: 'The deletion is tried again now.',
      },
      UNKNOWN_PURGE: {
        name: 'Deletion that another release recorded',
        repair: 'Its record is removed, and what it should have deleted stays. The release that knows it completes it.',
      },
      RECORD_WITHOUT_LOG: {
        name: 'Chat whose messages are missing',
        repair: 'The chat is empty and can be used again.',
      },
      LOG_WITHOUT_RECORD: {
        name: 'Messages of a chat that no longer exists',
        repair: 'The messages are removed.',
      },
      ENTRIES_WITHOUT_LOG: {
        name: 'Leftover messages of a deleted chat',
        repair: 'They are removed. While chats are being restored into MongoDB, all messages look like this.',
      },
      ENTRY_NOT_INDEXED: {
        name: 'Message that search does not find',
        repair: 'The message is indexed again.',
      },
      REPLY_WITHOUT_ROOM: {
        name: 'Reply in a chat that no longer exists',
        repair: 'The reply is removed with its message and its text.',
      },
      IMAGE_WITHOUT_FILE: {
        name: 'Image without its file',
        repair: 'The record of the image is removed: its address is no longer valid, even if the file comes back.',
      },
      CARD_WITHOUT_ASSETS: {
        name: 'Card without its assets',
        repair: 'The card stays without its assets, even if the file comes back.',
      },
      UPLOAD_WITHOUT_FILE: {
        name: 'Uploaded file without its bytes',
        repair: 'The file is removed with its text, even if its bytes come back.',
      },
      UPLOAD_WITHOUT_TEXT: { name: 'Uploaded file without its text', repair: 'The file is read again.' },
      UPLOAD_NOT_READ: { name: 'Uploaded file that waits to be read', repair: 'The file is read again.' },
      FILE_WITHOUT_IMAGE: {
        name: 'File that belongs to no image',
        repair: 'The file is removed.',
      },
      PICTURE_WITHOUT_IMAGE: {
        name: 'Missing picture',
        repair: 'The character or the account no longer refers to the picture.',
      },
    },
  },
  {
    title: '점검',
    hint: '저장된 데이터에 문제가 있는지 점검합니다. 예를 들어 백업을 복원한 뒤에 사용하세요. 문제마다 복구하면 무엇이 달라지는지 표시합니다. 최근 5분 동안의 데이터는 건너뜁니다.',
    examine: '데이터 점검',
    examineAgain: '다시 점검',
    stop: '중지',
    progress: (part, items) => `${part} 점검 중… 지금까지 ${items}개`,
    result: (items, findings) =>
      findings === '0'
        ? `${items}개를 점검했습니다. 문제가 없습니다.`
        : `${items}개를 점검해 문제 ${findings}개를 찾았습니다.`,
    stopped: (items, findings) =>
      `${items}개를 점검한 뒤 중지했습니다. 지금까지 찾은 문제는 ${findings}개입니다.${findings === '0' ? '' : ' 이제 복구할 수 있습니다.'}`,
    notExamined: (part) => `점검을 끝내지 못했습니다: ${part}.`,
    findings: '문제',
    onlyFirst: (count) => `처음 ${count}개를 표시합니다. 복구한 뒤 다시 점검하세요.`,
    losesNothing: '복구해도 데이터가 사라지지 않음',
    mayLose: '복구하면 데이터가 삭제됨',
    repair: '복구',
    acts: {
      UNKNOWN_PURGE: '기록 삭제',
      LOG_WITHOUT_RECORD: '메시지 삭제',
      ENTRIES_WITHOUT_LOG: '메시지 삭제',
      REPLY_WITHOUT_ROOM: '답변 삭제',
      IMAGE_WITHOUT_FILE: '기록 삭제',
      CARD_WITHOUT_ASSETS: '첨부 파일 포기',
      UPLOAD_WITHOUT_FILE: '파일 삭제',
      FILE_WITHOUT_IMAGE: '파일 삭제',
    },
    owners: { account: '계정', character: '캐릭터', persona: '페르소나' },
    repairMeans: (sentence) => `복구하면: ${sentence}`,
    details: '자세히',
    repairTitle: '이 문제를 복구할까요?',
    harmless: '데이터가 사라지지 않습니다.',
    lossy: '이전 데이터베이스를 복원했다면 하나뿐인 사본일 수 있습니다. 되돌릴 수 없으니 먼저 백업하세요.',
    repairs: {
      none: '',
      repaired: '복구했습니다.',
      left: '복구할 것이 없거나 지금은 복구할 수 없습니다. 다시 점검하세요.',
    },
    parts: {
      PURGES: '진행 중인 삭제',
      LOGS: '채팅의 메시지',
      REMNANTS: '남은 메시지',
      SEARCH: '검색 색인',
      RECORDS: '채팅',
      REPLIES: '답변',
      IMAGES: '이미지',
      FILES: '이미지 파일',
      UPLOADS: '업로드한 파일',
      CARDS: '캐릭터 카드',
      CHARACTERS: '캐릭터 이미지',
      PERSONAS: '페르소나 이미지',
      ACCOUNTS: '계정 이미지',
    },
    kinds: {
      STUCK_PURGE: { name: '끝나지 않는 삭제', repair: '지금 다시 삭제합니다.' },
      UNKNOWN_PURGE: {
        name: '다른 버전이 기록한 삭제',
        repair: '삭제 기록을 지웁니다. 삭제하려던 데이터는 남으며, 이 기록을 아는 버전에서 삭제할 수 있습니다.',
      },
      RECORD_WITHOUT_LOG: { name: '메시지가 없어진 채팅', repair: '빈 채팅으로 다시 사용할 수 있게 됩니다.' },
      LOG_WITHOUT_RECORD: { name: '더 이상 없는 채팅의 메시지', repair: '메시지를 삭제합니다.' },
      ENTRIES_WITHOUT_LOG: {
        name: '삭제된 채팅에서 남은 메시지',
        repair: '메시지를 삭제합니다. MongoDB에 채팅을 복원하는 동안에는 모든 메시지가 이렇게 표시됩니다.',
      },
      ENTRY_NOT_INDEXED: { name: '검색되지 않는 메시지', repair: '메시지를 다시 색인합니다.' },
      REPLY_WITHOUT_ROOM: { name: '더 이상 없는 채팅의 답변', repair: '답변을 메시지, 내용과 함께 삭제합니다.' },
      IMAGE_WITHOUT_FILE: {
        name: '파일이 없는 이미지',
        repair: '이미지의 기록을 삭제합니다. 파일이 돌아와도 이전 주소는 사용할 수 없습니다.',
      },
      CARD_WITHOUT_ASSETS: {
        name: '첨부 파일이 없는 카드',
        repair: '카드를 첨부 파일 없이 둡니다. 파일이 돌아와도 마찬가지입니다.',
      },
      UPLOAD_WITHOUT_FILE: {
        name: '내용이 없는 업로드 파일',
        repair: '파일과 그 텍스트를 삭제합니다. 나중에 내용이 돌아와도 되살릴 수 없습니다.',
      },
      UPLOAD_WITHOUT_TEXT: { name: '텍스트가 없는 업로드 파일', repair: '파일을 다시 읽습니다.' },
      UPLOAD_NOT_READ: { name: '읽기를 기다리는 업로드 파일', repair: '파일을 다시 읽습니다.' },
      FILE_WITHOUT_IMAGE: { name: '이미지가 없는 파일', repair: '파일을 삭제합니다.' },
      PICTURE_WITHOUT_IMAGE: { name: '없어진 이미지', repair: '캐릭터나 계정에서 이미지를 뺍니다.' },
    },
  },
)
