import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    shared: 'Shared chats',
    hint: 'Anyone with one of these links can read its copy. To share a chat, choose “Share” in its menu.',
    off: 'Sharing is switched off on this server. These links do not work until it is switched on again.',
    none: 'You have not shared a chat.',
    untitled: 'Chat',
    made: (time: string, messages: number) =>
      `Copied on ${time} · ${String(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    openRoom: 'Open the chat',
    notReadable: 'Does not work now',
    copyLink: (name: string) => `Copy the link to “${isolated(name)}”`,
    end: 'Stop sharing',
    endOne: (name: string) => `Stop sharing “${isolated(name)}”`,
    endTitle: 'Stop sharing?',
    endLoss: 'The link stops working at once and its copy is deleted. The chat itself stays.',
    ended: 'The link has ended.',
  },
  {
    shared: '공유한 대화',
    hint: '링크가 있으면 누구나 그 사본을 읽을 수 있습니다. 대화를 공유하려면 대화 메뉴에서 ‘공유’를 고르세요.',
    off: '이 서버에서는 공유를 쓸 수 없습니다. 다시 켜질 때까지 아래 링크는 열리지 않습니다.',
    none: '공유한 대화가 없습니다.',
    untitled: '대화',
    made: (time, messages) => `${time}에 복사함 · 메시지 ${String(messages)}개`,
    openRoom: '대화 열기',
    notReadable: '지금은 열리지 않음',
    copyLink: (name) => `“${isolated(name)}” 링크 복사`,
    end: '공유 중지',
    endOne: (name) => `“${isolated(name)}” 공유 중지`,
    endTitle: '공유를 중지할까요?',
    endLoss: '링크는 바로 열리지 않게 되고 사본은 삭제됩니다. 대화는 그대로 남습니다.',
    ended: '공유를 중지했습니다.',
  },
)
