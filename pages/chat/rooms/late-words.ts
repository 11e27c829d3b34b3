import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    nameHint: 'Leave empty to get a name from the first message.',
    defaultModel: (name: string) => `Default (${name})`,
    characterPrivate: 'This character is no longer public. You can read this chat, but it can’t go on.',
    isArchived: 'Archived',
    lastUsed: (date: string) => `Last used ${date}`,
    archiveHint: 'Send a message in an archived chat to move it back to your list.',
    unarchiveOne: (title: string) => `Unarchive “${isolated(title)}”`,
    deleteOne: (title: string) => `Delete “${isolated(title)}”`,
    renameKeys: 'Enter to save, Esc to cancel',
    begin: (name: string) => `Write to ${isolated(name)} to begin.`,
    acceptsFiles: 'Messages can have files, which the model reads',
    instructions: 'Instructions',
    instructionsHint: 'The model reads these before every reply.',
  },
  {
    nameHint: '비워 두면 첫 메시지를 바탕으로 이름을 제안합니다.',
    defaultModel: (name) => `기본값(${name})`,
    characterPrivate: '이 캐릭터는 더 이상 공개되어 있지 않습니다. 채팅을 읽을 수는 있지만 이어 갈 수는 없습니다.',
    isArchived: '보관됨',
    lastUsed: (date) => `마지막 사용: ${date}`,
    archiveHint: '보관한 채팅에서 메시지를 보내면 목록으로 돌아옵니다.',
    unarchiveOne: (title) => `보관 해제: ${isolated(title)}`,
    deleteOne: (title) => `삭제: ${isolated(title)}`,
    renameKeys: 'Enter 저장, Esc 취소',
    begin: (name) => `${isolated(name)}에게 말을 걸어 보세요.`,
    acceptsFiles: '메시지에 파일을 첨부하면 모델이 읽습니다',
    instructions: '지침',
    instructionsHint: '모델이 답변하기 전에 매번 읽습니다.',
  },
)
