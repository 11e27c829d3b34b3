import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

type Names = Readonly<Record<string, string>>
/**
 * A sentence for each reason of a notice. `detail` is its number, its name or its list, `field` what of the card it is about. A later
 * server can have others.
 */
type Reasons = Readonly<Partial<Record<string, (detail: string, field: string) => string>>>

const english: Names = {
  group_only_greetings: 'greetings for group chats',
  assets: 'further pictures and files',
  'extensions.talkativeness': 'talkativeness',
  'extensions.world': 'name of a linked lorebook',
  'extensions.regex_scripts': 'regex scripts',
}

const korean: Names = {
  group_only_greetings: '그룹 채팅용 인사말',
  assets: '그 밖의 이미지와 파일',
  'extensions.talkativeness': '말수',
  'extensions.world': '연결된 로어북 이름',
  'extensions.regex_scripts': '정규식 스크립트',
}

/** One of two sentences, by number. */
const counted = (one: string, more: (count: string) => string) => (count: string) => (count === '1' ? one : more(count))

const triggeredAlone = counted(
  '1 entry that waits for others is triggered by its own keys.',
  (count) => `${count} entries that wait for others are triggered by their own keys.`,
)

const englishReasons: Reasons = {
  FIELD_TYPE: (_detail, field) => `The field “${isolated(field)}” is not used: it is not of the right type.`,
  UNKNOWN_PLACEHOLDERS: (names) => `These placeholders have no effect here and stay as they are: ${isolated(names)}`,
  CHUNK_BROKEN: () => 'The newer card in the picture is damaged, so the older one was read.',
  NICKNAME_REFUSED: () => 'The nickname is not used: it must be a single line of at most 100 characters.',
  GREETINGS_REFUSED: counted(
    '1 greeting is not used: it is not a text of at most 65,535 characters.',
    (count) => `${count} greetings are not used: they are not texts of at most 65,535 characters.`,
  ),
  MANY_GREETINGS: (count) => `The first 100 additional greetings are used; ${count} more are not.`,
  NOTE_REFUSED: () => 'The author’s note is not used: it needs a text, a depth and a role.',
  BOOK_UNREADABLE: () => 'The lorebook cannot be read, and is not used.',
  ENTRIES_FAULTY: () => 'Some lorebook entries have faults and are not used. The settings of the lorebook list them.',
  ENTRIES_WAKE_NONE: (count) =>
    `Lorebook entries do not trigger each other here. ${count === '0' ? '' : triggeredAlone(count)}`.trim(),
  EXPRESSIONS_REFUSED: counted(
    '1 lorebook key is not used: it is a regular expression that cannot be run here.',
    (count) => `${count} lorebook keys are not used: they are regular expressions that cannot be run here.`,
  ),
  WITHOUT_KEY: counted(
    '1 lorebook entry is never used: it has no key and is not always on.',
    (count) => `${count} lorebook entries are never used: they have no key and are not always on.`,
  ),
  PROBABILITY: counted(
    '1 lorebook entry is always used when its key appears: Parley ignores probabilities.',
    (count) => `${count} lorebook entries are always used when their keys appear: Parley ignores probabilities.`,
  ),
  MORE: (count) => `And ${count} more.`,
  POSITION_REPLACED: counted(
    '1 lorebook entry comes after the character: its own place does not exist here.',
    (count) => `${count} lorebook entries come after the character: their own places do not exist here.`,
  ),
  DATA_WITHOUT_CHARACTER: () => 'The main part of the card has no character: the fields outside it were used.',
  SPEC_MISSING: () => 'The card does not state its version: it was read as version 2.',
  OLDER_FORM: (program) => `The file was read as a character from ${isolated(program)}.`,
  FIELD_RENAMED: (name, field) => `“${isolated(field)}” was read as “${isolated(name)}”.`,
  NAME_TRIMMED: () => 'Spaces and line breaks around the name were removed.',
  TAGS_SPLIT: () => 'The tags were a single text, which was split at its commas.',
  SEVERAL_CARDS: () => 'The file contains several different cards: the first one was used.',
  TAGS_REFUSED: counted(
    '1 tag was left out: it is not a text of at most 64 characters.',
    (count) => `${count} tags were left out: they are not texts of at most 64 characters.`,
  ),
  VALUES_REFUSED: counted(
    '1 value was left out: it is not a text, a number, true or false.',
    (count) => `${count} values were left out: they are not texts, numbers, true or false.`,
  ),
  MANY_TAGS: (count) => `The first 64 tags were kept; ${count} more were left out.`,
  PICTURE_REFUSED: () => 'The picture cannot be used.',
  PICTURE_ANIMATED: () => 'The picture is animated: its first frame is used.',
  OTHER_TEXTS: (names) => `Other texts in the picture file were not kept: ${isolated(names)}.`,
  AFTER_END: () => 'Data after the end of the picture was not kept.',
}

const koreanReasons: Reasons = {
  FIELD_TYPE: (_detail, field) => `형식이 맞지 않아 쓰이지 않는 필드: ${isolated(field)}`,
  UNKNOWN_PLACEHOLDERS: (names) => `다음 자리표시자는 여기서 효과가 없어 그대로 남습니다: ${isolated(names)}`,
  CHUNK_BROKEN: () => '이미지 안의 새 버전 카드가 손상되어 이전 버전 카드를 읽었습니다.',
  NICKNAME_REFUSED: () => '별명은 100자 이하의 한 줄이어야 해서 쓰이지 않습니다.',
  GREETINGS_REFUSED: (count) => `65,535자 이하의 글이 아닌 인사말 ${count}개는 쓰이지 않습니다.`,
  MANY_GREETINGS: (count) => `추가 인사말은 처음 100개만 쓰이고, 나머지 ${count}개는 쓰이지 않습니다.`,
  NOTE_REFUSED: () => '메시지 사이의 메모는 글, 깊이, 역할이 모두 있어야 해서 쓰이지 않습니다.',
  BOOK_UNREADABLE: () => '로어북을 읽을 수 없어 쓰이지 않습니다.',
  ENTRIES_FAULTY: () => '규칙에 맞지 않는 로어북 항목은 쓰이지 않습니다. 로어북 설정에서 볼 수 있습니다.',
  ENTRIES_WAKE_NONE: (count) =>
    count === '0'
      ? '로어북 항목은 서로를 부르지 않습니다.'
      : `로어북 항목은 서로를 부르지 않습니다. 다른 항목을 기다리던 ${count}개는 자기 키워드로 불립니다.`,
  EXPRESSIONS_REFUSED: (count) => `실행할 수 없는 정규식인 로어북 키워드 ${count}개는 쓰이지 않습니다.`,
  WITHOUT_KEY: (count) => `키워드가 없고 항상 켜져 있지도 않은 로어북 항목 ${count}개는 쓰이지 않습니다.`,
  PROBABILITY: (count) => `로어북 항목 ${count}개는 확률과 관계없이 키워드가 나오면 언제나 쓰입니다.`,
  MORE: (count) => `그 밖에 ${count}개가 더 있습니다.`,
  POSITION_REPLACED: (count) => `로어북 항목 ${count}개는 원래 위치가 여기에 없어 캐릭터 뒤에 놓입니다.`,
  DATA_WITHOUT_CHARACTER: () => '카드의 본문에 캐릭터가 없어 바깥의 필드를 읽었습니다.',
  SPEC_MISSING: () => '카드에 버전이 없어 버전 2로 읽었습니다.',
  OLDER_FORM: (program) => `${isolated(program)} 캐릭터 파일로 읽었습니다.`,
  FIELD_RENAMED: (name, field) => `‘${isolated(field)}’ 필드를 ‘${isolated(name)}’ 필드로 읽었습니다.`,
  NAME_TRIMMED: () => '이름 앞뒤의 공백과 줄바꿈을 뺐습니다.',
  TAGS_SPLIT: () => '태그가 하나의 글이라서 쉼표로 나누었습니다.',
  SEVERAL_CARDS: () => '파일에 서로 다른 카드가 여럿이라 첫 번째를 읽었습니다.',
  TAGS_REFUSED: (count) => `64자 이하의 글이 아닌 태그 ${count}개를 뺐습니다.`,
  VALUES_REFUSED: (count) => `글, 숫자, 참이나 거짓이 아닌 값 ${count}개를 뺐습니다.`,
  MANY_TAGS: (count) => `태그는 처음 64개만 남기고, 나머지 ${count}개는 뺐습니다.`,
  PICTURE_REFUSED: () => '이미지를 쓸 수 없습니다.',
  PICTURE_ANIMATED: () => '움직이는 이미지라서 첫 장면을 씁니다.',
  OTHER_TEXTS: (names) => `이미지 파일의 다른 글은 보관되지 않습니다: ${isolated(names)}`,
  AFTER_END: () => '이미지 파일의 끝 뒤에 있는 것은 보관되지 않습니다.',
}

export const words = catalogue(
  {
    title: (name: string) => `Imported ${isolated(name)}`,
    kept: (names: readonly string[]) => `Not used here, kept for export: ${new Intl.ListFormat('en').format(names)}.`,
    different: 'What differs from the file:',
    edit: 'Edit character',
    fields: english,
    otherField: (name: string) => `“${isolated(name)}”`,
    entrySetting: (name: string) => `“${isolated(name)}” of lorebook entries`,
    reasons: englishReasons,
  },
  {
    title: (name) => `${isolated(name)} 캐릭터를 가져왔습니다`,
    kept: (names) =>
      `여기서는 쓰이지 않지만 내보낼 때를 위해 보관합니다: ${new Intl.ListFormat('ko', { type: 'unit' }).format(names)}`,
    different: '파일과 다른 점:',
    edit: '캐릭터 편집',
    fields: korean,
    otherField: (name) => `‘${isolated(name)}’`,
    entrySetting: (name) => `로어북 항목의 ‘${isolated(name)}’`,
    reasons: koreanReasons,
  },
)
