import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    shared: 'Shared chats',
    hint: 'A shared chat is a snapshot: anyone with its link can read the messages up to the moment you shared it. To share a chat, open its menu and choose “Share”.',
    off: 'Sharing is turned off on this server. The people who run it can turn it on.',
    offLinks: 'These links do not work until it is turned on again.',
    none: 'You have not shared any chats.',
    untitled: 'Chat',
    made: (time: string, messages: number) =>
      `Shared on ${time} · ${messages === 1 ? '1 message with its reply' : `${String(messages)} messages with their replies`}`,
    notReadable: 'Not working now',
    copyLink: 'Copy link',
    copyOne: (name: string) => `Copy link to “${isolated(name)}”`,
    end: 'Stop sharing',
    endOne: (name: string) => `Stop sharing “${isolated(name)}”`,
  },
  {
    shared: '공유한 채팅',
    hint: '공유한 채팅은 사본입니다. 링크가 있으면 누구나 공유한 시점까지의 메시지를 읽을 수 있습니다. 공유하려면 채팅 메뉴를 열고 ‘공유’를 선택하세요.',
    off: '이 서버에서 공유가 꺼져 있습니다. 서버 운영자가 켤 수 있습니다.',
    offLinks: '다시 켜질 때까지 아래 링크는 작동하지 않습니다.',
    none: '공유한 채팅이 없습니다.',
    untitled: '채팅',
    made: (time, messages) => `${time} 공유 · 메시지와 답변 ${String(messages)}쌍`,
    notReadable: '지금은 작동하지 않음',
    copyLink: '링크 복사',
    copyOne: (name) => `링크 복사: ${isolated(name)}`,
    end: '공유 중지',
    endOne: (name) => `‘${isolated(name)}’ 공유 중지`,
  },
)
