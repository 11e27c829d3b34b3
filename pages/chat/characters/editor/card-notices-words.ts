import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

type Names = Readonly<Record<string, string>>
/** By the reason of a notice. `detail` is its number, its name or its list. A later server can have others. */
type Reasons = Readonly<Partial<Record<string, (detail: string) => string>>>

const english: Names = {
  alternate_greetings: 'Alternate greetings',
  character_book: 'Lorebook',
  nickname: 'Nickname',
  group_only_greetings: 'Greetings for groups',
  assets: 'Assets',
  tags: 'Tags',
  name: 'Name',
  picture: 'Picture',
  spec: 'Version',
  'extensions.depth_prompt': 'Note at a depth',
}

const korean: Names = {
  alternate_greetings: '다른 인사말',
  character_book: '로어북',
  nickname: '별명',
  group_only_greetings: '그룹용 인사말',
  assets: '첨부 파일',
  tags: '태그',
  name: '이름',
  picture: '이미지',
  spec: '버전',
  'extensions.depth_prompt': '깊이 메모',
}

const englishReasons: Reasons = {
  WITHOUT_EFFECT: () => 'No effect here.',
  NO_GROUP_ROOMS: () => 'A chat has one character.',
  ASSETS_NOT_SHOWN: () => 'They are not shown.',
  NICKNAME_REFUSED: () => 'It needs to be one line of at most 100 characters.',
  GREETINGS_REFUSED: (count) => `Not texts of at most 65,535 characters: ${count}.`,
  MANY_GREETINGS: (count) => `The first 100 are used, and ${count} more are not.`,
  NOTE_REFUSED: () => 'It needs a text, a depth and a role.',
  BOOK_UNREADABLE: () => 'It cannot be read, and is not used.',
  ENTRIES_FAULTY: () => 'Entries that break a rule are not used. The settings of the lorebook list them.',
  ENTRIES_WAKE_NONE: (count) =>
    count === '0'
      ? 'Entries do not wake each other.'
      : `Entries do not wake each other. ${count} that wait for others are woken by their own keys.`,
  EXPRESSIONS_REFUSED: (count) => `Regular expressions that cannot be run: ${count}.`,
  WITHOUT_KEY: (count) => `Entries without a key that are not always used: ${count}.`,
  PROBABILITY: (count) => `Entries with a probability, which are used whenever their keys occur: ${count}.`,
  ENTRY_SETTING: (count) => `Entries with this setting, which has no effect: ${count}.`,
  MORE: (count) => `And ${count} more fields.`,
  KEYS_READ_AS_WORDS: (count) => `Keys that look like regular expressions and are read as words: ${count}.`,
  POSITION_REPLACED: (count) =>
    `Entries that stand after the character, since their place is not known here: ${count}.`,
  DATA_WITHOUT_CHARACTER: () => 'It has no character: the fields beside it are read.',
  SPEC_MISSING: () => 'It is missing: the card is read as one of version 2.',
  OLDER_FORM: (program) => `The file is read as a character of ${program}.`,
  FIELD_RENAMED: (name) => `It is read as the field ${name}.`,
  NAME_TRIMMED: () => 'Spaces and line breaks around it are left out.',
  TAGS_SPLIT: () => 'They are one text, which is read as a list with commas.',
  SEVERAL_CARDS: () => 'It has several cards that differ: the first one is used.',
  TAGS_REFUSED: (count) => `Not texts of at most 64 characters: ${count}.`,
  VALUES_REFUSED: (count) => `Not texts, numbers, true or false: ${count}.`,
  MANY_TAGS: (count) => `The first 64 are used, without ${count} more.`,
  PICTURE_REFUSED: () => 'It cannot be used.',
  PICTURE_ANIMATED: () => 'It is animated: its first frame is used.',
  OTHER_TEXTS: (names) => `Other texts are not kept: ${names}.`,
  AFTER_END: () => 'What follows its end is not kept.',
}

const koreanReasons: Reasons = {
  WITHOUT_EFFECT: () => '여기서는 효과가 없습니다.',
  NO_GROUP_ROOMS: () => '한 채팅에는 캐릭터가 하나입니다.',
  ASSETS_NOT_SHOWN: () => '표시되지 않습니다.',
  NICKNAME_REFUSED: () => '100자 이하의 한 줄이어야 합니다.',
  GREETINGS_REFUSED: (count) => `65,535자 이하의 글이 아닌 인사말: ${count}개`,
  MANY_GREETINGS: (count) => `처음 100개만 쓰이고, 나머지 ${count}개는 쓰이지 않습니다.`,
  NOTE_REFUSED: () => '글, 깊이, 역할이 필요합니다.',
  BOOK_UNREADABLE: () => '읽을 수 없어 쓰이지 않습니다.',
  ENTRIES_FAULTY: () => '규칙에 맞지 않는 항목은 쓰이지 않습니다. 로어북 설정에서 볼 수 있습니다.',
  ENTRIES_WAKE_NONE: (count) =>
    count === '0'
      ? '항목은 서로를 부르지 않습니다.'
      : `항목은 서로를 부르지 않습니다. 다른 항목을 기다리던 ${count}개는 자기 키로 불립니다.`,
  EXPRESSIONS_REFUSED: (count) => `실행할 수 없는 정규식: ${count}개`,
  WITHOUT_KEY: (count) => `키가 없고 항상 쓰이지도 않는 항목: ${count}개`,
  PROBABILITY: (count) => `확률이 있지만 키가 나오면 언제나 쓰이는 항목: ${count}개`,
  ENTRY_SETTING: (count) => `효과가 없는 이 설정이 있는 항목: ${count}개`,
  MORE: (count) => `그 밖의 필드 ${count}개`,
  KEYS_READ_AS_WORDS: (count) => `정규식처럼 보이지만 낱말로 읽는 키: ${count}개`,
  POSITION_REPLACED: (count) => `여기에 없는 위치라서 캐릭터 뒤에 놓이는 항목: ${count}개`,
  DATA_WITHOUT_CHARACTER: () => '캐릭터가 없어 바깥의 필드를 읽었습니다.',
  SPEC_MISSING: () => '없어서 버전 2 카드로 읽었습니다.',
  OLDER_FORM: (program) => `${isolated(program)} 캐릭터로 읽었습니다.`,
  FIELD_RENAMED: (name) => `${isolated(name)} 필드로 읽었습니다.`,
  NAME_TRIMMED: () => '앞뒤의 공백과 줄바꿈을 뺐습니다.',
  TAGS_SPLIT: () => '하나의 글이라서 쉼표로 나누어 읽었습니다.',
  SEVERAL_CARDS: () => '서로 다른 카드가 여럿이라 첫 번째를 읽었습니다.',
  TAGS_REFUSED: (count) => `64자 이하의 글이 아닌 태그: ${count}개`,
  VALUES_REFUSED: (count) => `글, 숫자, 참이나 거짓이 아닌 값: ${count}개`,
  MANY_TAGS: (count) => `처음 64개만 쓰이고, 나머지 ${count}개는 뺐습니다.`,
  PICTURE_REFUSED: () => '쓸 수 없습니다.',
  PICTURE_ANIMATED: () => '움직이는 이미지라서 첫 장면을 씁니다.',
  OTHER_TEXTS: (names) => `보관되지 않는 다른 글: ${names}`,
  AFTER_END: () => '끝 뒤에 있는 것은 보관되지 않습니다.',
}

export const words = catalogue(
  {
    title: (name: string) => `Imported ${isolated(name)}`,
    kept: 'These parts of the card have no effect here. They are kept, and leave with the card when you export it.',
    others: 'These parts were read in another way than they were written, or left out.',
    edit: 'Edit character',
    fields: english,
    reasons: englishReasons,
  },
  {
    title: (name) => `${isolated(name)} 캐릭터를 가져왔습니다`,
    kept: '카드의 다음 부분은 여기서 쓰이지 않습니다. 그대로 보관되며, 카드를 내보낼 때 함께 나갑니다.',
    others: '다음 부분은 적힌 것과 다르게 읽었거나 뺐습니다.',
    edit: '캐릭터 편집',
    fields: korean,
    reasons: koreanReasons,
  },
)
