import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    nickname: 'Nickname',
    nicknameHint:
      'Replaces {{char}} in the character’s texts, and is the name that the model reads. Chats still show the name.',
    greetings: 'More greetings',
    greetingsHint: 'Other ways a chat can begin. People can switch between greetings before their first message.',
    greeting: (number: number) => `Greeting ${number}`,
    remove: (number: number) => `Remove greeting ${number}`,
    add: 'Add a greeting',
    notes: 'Notes for the model',
    notesHint: 'Only you and the model can read these, even when the character is public.',
    systemPrompt: 'System text',
    systemPromptHint:
      'Used instead of Parley’s own role-play instructions. Write {{original}} to include those at that place.',
    postHistoryInstructions: 'Instructions after the last message',
    postHistoryHint: 'The model reads these last, so they have the most weight.',
    note: 'Note among the messages',
    noteHint: 'It stays near the end of the chat, however long the chat gets.',
    depth: 'Messages after the note',
    role: 'Written by',
    roles: { SYSTEM: 'the system', USER: 'the person', ASSISTANT: 'the character' },
    placeholderHint:
      '{{char}} and {{user}} are replaced by names. {{random:a,b}} and {{pick:a,b}} choose one option, {{roll:2d6}} rolls dice, {{time}} and {{date}} are the person’s time and date, and {{// note}} is never shown.',
  },
  {
    nickname: '별명',
    nicknameHint: '캐릭터의 글에서 {{char}}를 대신하고, 모델이 읽는 이름입니다. 채팅 화면에는 이름이 그대로 나옵니다.',
    greetings: '다른 인사말',
    greetingsHint: '채팅을 이 중 하나로 시작할 수 있습니다. 첫 메시지를 보내기 전에 바꿀 수 있습니다.',
    greeting: (number) => `인사말 ${number}`,
    remove: (number) => `인사말 ${number} 삭제`,
    add: '인사말 추가',
    notes: '모델에 주는 메모',
    notesHint: '공개 캐릭터라도 본인과 모델만 읽습니다.',
    systemPrompt: '시스템 문구',
    systemPromptHint:
      '모델에 역할극을 부탁하는 Parley의 문구를 대신합니다. 그 문구를 넣을 자리에 {{original}}을 쓰세요.',
    postHistoryInstructions: '마지막 메시지 뒤의 지침',
    postHistoryHint: '모델이 마지막에 읽으므로 영향이 가장 큽니다.',
    note: '메시지 사이의 메모',
    noteHint: '채팅이 길어져도 끝부분 가까이에 남습니다.',
    depth: '메모 뒤의 메시지 수',
    role: '누가 쓴 메시지로',
    roles: { SYSTEM: '시스템', USER: '사람', ASSISTANT: '캐릭터' },
    placeholderHint:
      '{{char}}와 {{user}}는 이름으로 바뀝니다. {{random:a,b}}와 {{pick:a,b}}는 하나를 고르고, {{roll:2d6}}은 주사위를 굴리며, {{time}}과 {{date}}는 대화하는 사람의 시각과 날짜입니다. {{// 메모}}는 보이지 않습니다.',
  },
)
