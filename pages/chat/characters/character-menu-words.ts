import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    deleteTitle: (name: string) => `Delete ${isolated(name)}?`,
    deleteLoss:
      'This deletes the character and all chats with it, including those of other people. This cannot be undone.',
    deleted: (name: string) => `Deleted ${isolated(name)}.`,
    makePublic: 'Make public',
    makePrivate: 'Make private',
    copyLink: 'Copy link',
    exportCard: 'Export card',
    cancel: 'Cancel',
    json: 'The character’s text, without its picture.',
    png: 'The character’s picture, with its text inside.',
    charx: 'Only for a character that was imported from a CHARX file: its text and all files of that archive.',
    noCharx: 'Only a card that was imported from a CHARX file can be exported as one. Choose JSON or PNG.',
    failed: 'Something went wrong',
    noPng:
      'To export a PNG card, the character needs a PNG picture. Choose one under “Edit”, or export the card as JSON.',
    noCard: 'Only the owner of a character can export its card.',
  },
  {
    deleteTitle: (name) => `${isolated(name)} 캐릭터를 삭제할까요?`,
    deleteLoss: '캐릭터와 함께, 다른 사람의 채팅을 포함해 이 캐릭터와 나눈 모든 채팅이 삭제됩니다. 되돌릴 수 없습니다.',
    deleted: (name) => `${isolated(name)} 캐릭터를 삭제했습니다.`,
    makePublic: '공개로 전환',
    makePrivate: '비공개로 전환',
    copyLink: '링크 복사',
    exportCard: '카드 내보내기',
    cancel: '취소',
    json: '캐릭터의 내용만 저장합니다. 이미지는 포함되지 않습니다.',
    png: '캐릭터 이미지 안에 내용을 함께 저장합니다.',
    charx: 'CHARX 파일에서 가져온 캐릭터만 해당합니다. 내용과 그 파일에 있던 모든 파일을 저장합니다.',
    noCharx: 'CHARX 파일에서 가져온 카드만 CHARX로 내보낼 수 있습니다. JSON이나 PNG를 선택하세요.',
    failed: '처리하지 못했습니다',
    noPng:
      'PNG 카드로 내보내려면 캐릭터에 PNG 이미지가 있어야 합니다. ‘편집’에서 이미지를 선택하거나 JSON 카드로 내보내세요.',
    noCard: '캐릭터의 소유자만 카드를 내보낼 수 있습니다.',
  },
)
