import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    shareRoom: 'Share chat',
    readers: 'Anyone with the link can read a copy of this chat as it is now. Later messages are not added to it.',
    leftOut:
      'The copy leaves out pictures, thoughts, instructions and your name. What you wrote in the messages stays.',
    linkHint: 'Send it to the people who should read the chat.',
    manage: 'Manage shared chats',
    notShared:
      'This chat cannot be shared: it has no messages yet, it is very long, its character is private, or you already have 50 links.',
    create: 'Create link',
    cancel: 'Cancel',
    done: 'Done',
  },
  {
    shareRoom: '대화 공유',
    readers: '링크가 있으면 누구나 지금까지의 대화 사본을 읽을 수 있습니다. 나중에 쓴 메시지는 더해지지 않습니다.',
    leftOut: '사진, 생각, 지시문, 내 이름은 사본에 들어가지 않습니다. 메시지에 직접 쓴 내용은 그대로 보입니다.',
    linkHint: '대화를 읽을 사람에게 보내세요.',
    manage: '공유한 대화 관리',
    notShared:
      '이 대화는 공유할 수 없습니다. 아직 메시지가 없거나, 너무 길거나, 캐릭터가 비공개이거나, 이미 링크가 50개 있습니다.',
    create: '링크 만들기',
    cancel: '취소',
    done: '완료',
  },
)
