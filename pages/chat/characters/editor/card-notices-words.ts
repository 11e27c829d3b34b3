import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

type Names = Readonly<Record<string, string>>

const english: Names = {
  alternate_greetings: 'Alternate greetings',
  character_book: 'Lorebook',
  nickname: 'Nickname',
  group_only_greetings: 'Greetings for groups',
  assets: 'Assets',
  tags: 'Tags',
  name: 'Name',
  picture: 'Picture',
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
  'extensions.depth_prompt': '깊이 메모',
}

export const words = catalogue(
  {
    title: (name: string) => `Imported ${isolated(name)}`,
    kept: 'These parts of the card have no effect here. They are kept, and leave with the card when you export it.',
    others: 'These parts were read in another way than they were written, or left out.',
    edit: 'Edit character',
    fields: english,
  },
  {
    title: (name) => `${isolated(name)} 캐릭터를 가져왔습니다`,
    kept: '카드의 다음 부분은 여기서 쓰이지 않습니다. 그대로 보관되며, 카드를 내보낼 때 함께 나갑니다.',
    others: '다음 부분은 적힌 것과 다르게 읽었거나 뺐습니다.',
    edit: '캐릭터 편집',
    fields: korean,
  },
)
