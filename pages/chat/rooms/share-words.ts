import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    shareRoom: 'Share chat',
    readers: 'Anyone with the link can read a snapshot of this chat as it is now. Newer messages aren’t added to it.',
    leftOut:
      'The snapshot leaves out pictures, thoughts, instructions and your account name. It includes the character’s greeting, the names of your personas and everything you wrote.',
    made: (time: string, messages: number) =>
      `Snapshot from ${time}, with ${messages === 1 ? '1 message and its reply' : `${String(messages)} messages and their replies`}. Newer messages aren’t included.`,
    notReadable: 'The link does not work now.',
    link: 'Link',
    linkHint: 'Anyone with the link can read the snapshot.',
    copyLink: 'Copy link',
    linkCopied: 'Copied',
    newLink: 'New link with newer messages',
    older: (count: number) => `· ${String(count)} older ${count === 1 ? 'link' : 'links'} to this chat`,
    manage: 'Manage shared chats',
    notShared:
      'This chat cannot be shared: it has no messages yet, it is very long, its character is private, or you already have 50 links.',
    create: 'Create link',
    created: 'Link created.',
    end: 'Stop sharing',
    cancel: 'Cancel',
    done: 'Done',
  },
  {
    shareRoom: '채팅 공유',
    readers: '링크가 있는 사람은 누구나 지금까지의 채팅 사본을 읽을 수 있습니다. 이후의 메시지는 포함되지 않습니다.',
    leftOut:
      '이미지, 생각 과정, 지침, 계정 이름은 사본에 포함되지 않습니다. 캐릭터의 인사말, 페르소나 이름, 메시지에 쓴 내용은 그대로 보입니다.',
    made: (time, messages) =>
      `${time}에 만든 사본이며 메시지와 답변 ${String(messages)}쌍이 있습니다. 그 이후의 메시지는 포함되지 않습니다.`,
    notReadable: '지금은 작동하지 않는 링크입니다.',
    link: '링크',
    linkHint: '링크가 있는 사람은 누구나 사본을 읽을 수 있습니다.',
    copyLink: '링크 복사',
    linkCopied: '복사됨',
    newLink: '최근 메시지까지 새 링크 만들기',
    older: (count) => `· 이 채팅의 이전 링크 ${String(count)}개`,
    manage: '공유한 채팅 관리',
    notShared:
      '이 채팅은 공유할 수 없습니다. 아직 메시지가 없거나, 너무 길거나, 캐릭터가 비공개이거나, 이미 링크가 50개 있습니다.',
    create: '링크 만들기',
    created: '링크를 만들었습니다.',
    end: '공유 중지',
    cancel: '취소',
    done: '완료',
  },
)
