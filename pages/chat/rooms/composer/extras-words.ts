import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    whyNot: {
      reply:
        'A reply is still being written. Your message stays here: send it when the reply is done, or stop the reply.',
      sending: 'The last message is still being sent. This one stays here.',
      upload: 'The picture is still being uploaded. Send the message when it is done.',
    },
    charactersLeft: (count: string) => `${count} characters left`,
    charactersOver: (count: string) => `${count} characters over the limit`,
    nearLimit: (limit: string) => `The message is close to the limit of ${limit} characters.`,
    overLimit: (limit: string) => `A message can have at most ${limit} characters. Shorten it to send it.`,
    modelLimit: (limit: string) =>
      `This model has room for about ${limit} characters of this message. Shorten it, or choose another model.`,
    detach: 'Remove picture',
    blind: 'This model cannot see pictures. It only gets the text.',
    dropPicture: 'Drop the picture to attach it',
    notPicture: 'Only a picture can be attached: PNG, JPEG, GIF or WebP.',
    onePicture: 'A message can have one picture. The first one is attached.',
    stillUploading: 'A message can have one picture. The first one is still being uploaded.',
  },
  {
    whyNot: {
      reply: '답변이 진행 중입니다. 메시지는 그대로 남아 있으니, 답변이 끝난 뒤 보내거나 답변을 중지하세요.',
      sending: '이전 메시지를 보내는 중입니다. 이 메시지는 그대로 남아 있습니다.',
      upload: '이미지를 업로드하는 중입니다. 업로드가 끝난 뒤 보내세요.',
    },
    charactersLeft: (count) => `${count}자 남음`,
    charactersOver: (count) => `${count}자 초과`,
    nearLimit: (limit) => `메시지가 한도(${limit}자)에 가까워졌습니다.`,
    overLimit: (limit) => `메시지는 최대 ${limit}자입니다. 줄인 뒤 보내세요.`,
    modelLimit: (limit) =>
      `이 모델은 이 메시지를 약 ${limit}자까지 읽을 수 있습니다. 메시지를 줄이거나 다른 모델을 선택하세요.`,
    detach: '이미지 삭제',
    blind: '이 모델은 이미지를 볼 수 없어 글만 전달됩니다.',
    dropPicture: '여기에 놓으면 이미지가 첨부됩니다',
    notPicture: 'PNG, JPEG, GIF, WebP 이미지만 첨부할 수 있습니다.',
    onePicture: '메시지에는 이미지를 하나만 첨부할 수 있습니다. 첫 번째 이미지를 첨부했습니다.',
    stillUploading: '메시지에는 이미지를 하나만 첨부할 수 있습니다. 첫 번째 이미지를 업로드하는 중입니다.',
  },
)
