import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Keyboard shortcuts',
    close: 'Close',
    rows: {
      newRoom: 'New chat',
      search: 'Search messages',
      box: 'Go to the message box',
      send: 'Send the message',
      newLine: 'New line',
      editLast: 'Edit your last message (when the box is empty)',
      stop: 'Stop the reply (in the box)',
      sheet: 'Show this list (outside text boxes)',
    },
    singleKey: 'Use ? as a shortcut',
    singleKeyHint: 'Turn this off if speech input or another program types it by mistake.',
    keys: { up: '↑', escape: 'Esc', enter: 'Enter', shift: 'Shift', control: 'Ctrl', meta: '⌘' },
  },
  {
    title: '키보드 단축키',
    close: '닫기',
    rows: {
      newRoom: '새 채팅',
      search: '메시지 검색',
      box: '메시지 입력란으로 이동',
      send: '메시지 보내기',
      newLine: '줄 바꾸기',
      editLast: '마지막 메시지 편집(입력란이 비어 있을 때)',
      stop: '답변 중지(입력란에서)',
      sheet: '이 목록 보기(입력란 밖에서)',
    },
    singleKey: '? 키를 단축키로 사용',
    singleKeyHint: '음성 입력이나 다른 프로그램이 실수로 ?를 입력한다면 끄세요.',
    keys: { up: '↑', escape: 'Esc', enter: 'Enter', shift: 'Shift', control: 'Ctrl', meta: '⌘' },
  },
)
