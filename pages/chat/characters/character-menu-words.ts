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
    exportJson: 'Export card as JSON',
    exportPng: 'Export card as PNG',
    exportCharx: 'Export card as charx',
    failed: 'Something went wrong',
    noCharx: 'Only a card that was imported from a charx file can be exported as one. Export it as JSON or PNG.',
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
    exportJson: 'JSON 카드로 내보내기',
    exportPng: 'PNG 카드로 내보내기',
    exportCharx: 'charx 카드로 내보내기',
    failed: '처리하지 못했습니다',
    noCharx: 'charx 파일에서 가져온 카드만 charx로 내보낼 수 있습니다. JSON이나 PNG 카드로 내보내세요.',
    noPng:
      'PNG 카드로 내보내려면 캐릭터에 PNG 이미지가 있어야 합니다. ‘편집’에서 이미지를 선택하거나 JSON 카드로 내보내세요.',
    noCard: '캐릭터의 소유자만 카드를 내보낼 수 있습니다.',
  },
)
