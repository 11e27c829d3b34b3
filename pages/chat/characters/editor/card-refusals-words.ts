import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

/** A sentence for each reason of a refused card. `detail` is the field that it is about. A later server can have others. */
type Reasons = Readonly<Partial<Record<string, (detail: string) => string>>>

const english: Reasons = {
  NO_CARD: () => 'The file contains no character card.',
  TOO_LARGE: () => 'It is too large: a card can have 1 MiB of text and 16 MiB of other files.',
  DAMAGED: () => 'The file is damaged or incomplete. Download it again.',
  ARCHIVE_REFUSED: () => 'Its archive contains files that cannot be read safely.',
  LOREBOOK: () => 'It is a lorebook. Import it in Settings, under Lorebooks.',
  OTHER_VERSION: () => 'It has an unknown version. Versions 1, 2 and 3 can be read.',
  EMPTY: () => 'It is empty: it has no description, personality, scenario, greeting or examples.',
  LONG_CHARACTER: () => 'Its description, personality and scenario have more than 65,535 characters in total.',
  FIELD_TYPE: (field) => `The field “${isolated(field)}” is missing, or has the wrong type.`,
  FIELD_TOO_LONG: (field) => `The field “${isolated(field)}” is too long.`,
  FIELD_CHARACTERS: (field) => `The field “${isolated(field)}” contains control characters.`,
  TEXT_REFUSED: () => 'It contains text that cannot be stored.',
}

const korean: Reasons = {
  NO_CARD: () => '파일에 캐릭터 카드가 없습니다.',
  TOO_LARGE: () => '카드가 너무 큽니다. 글은 1 MiB, 그 밖의 파일은 16 MiB까지입니다.',
  DAMAGED: () => '파일이 손상되었거나 일부가 빠졌습니다. 다시 내려받으세요.',
  ARCHIVE_REFUSED: () => '압축 파일에 안전하게 읽을 수 없는 파일이 있습니다.',
  LOREBOOK: () => '로어북 파일입니다. 설정의 ‘로어북’에서 가져오세요.',
  OTHER_VERSION: () => '알 수 없는 버전입니다. 버전 1, 2, 3을 읽을 수 있습니다.',
  EMPTY: () => '설명, 성격, 상황, 인사말, 대화 예시가 모두 비어 있습니다.',
  LONG_CHARACTER: () => '설명, 성격, 상황을 합해 65,535자를 넘습니다.',
  FIELD_TYPE: (field) => `‘${isolated(field)}’ 필드가 없거나 형식이 다릅니다.`,
  FIELD_TOO_LONG: (field) => `‘${isolated(field)}’ 필드가 너무 깁니다.`,
  FIELD_CHARACTERS: (field) => `‘${isolated(field)}’ 필드에 제어 문자가 있습니다.`,
  TEXT_REFUSED: () => '저장할 수 없는 글이 있습니다.',
}

export const words = catalogue({ refusals: english }, { refusals: korean })
