import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    end: 'Stop sharing',
    title: 'Stop sharing?',
    loss: 'The link stops working at once and its copy is deleted. The chat itself stays.',
    ended: 'Sharing stopped.',
  },
  {
    end: '공유 중지',
    title: '공유를 중지할까요?',
    loss: '링크가 바로 작동하지 않게 되고 사본이 삭제됩니다. 채팅은 그대로 남습니다.',
    ended: '공유를 중지했습니다.',
  },
)
