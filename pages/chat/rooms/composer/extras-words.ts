import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    whyNot: {
      reply:
        'A reply is still being written. Your message stays here: send it when the reply is done, or stop the reply.',
      sending: 'The last message is still being sent. This one stays here.',
      upload: 'The picture is still being uploaded. Send the message when it is done.',
      file: 'A file could not be attached. Try again, or remove it.',
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
    dropFiles: 'Drop files to attach them',
    acceptedFiles:
      'Text, Markdown, code, CSV, HTML, PDF and Word files: up to 20 in a message, 25 MB each. And one picture.',
    notPicture:
      'This chat accepts only a picture: PNG, JPEG, GIF or WebP. You can allow files in the settings of the chat.',
    tooManyFiles: 'A message can have 20 files. The first 20 are attached.',
    waitsForFiles: 'Your files are being prepared. The message is sent as soon as they have been read.',
    stopWaiting: 'Don’t send yet',
    onePicture: 'A message can have one picture. The first one is attached.',
    stillUploading: 'A message can have one picture. The first one is still being uploaded.',
  },
  {
    whyNot: {
      reply: '답변이 진행 중입니다. 메시지는 그대로 남아 있으니, 답변이 끝난 뒤 보내거나 답변을 중지하세요.',
      sending: '이전 메시지를 보내는 중입니다. 이 메시지는 그대로 남아 있습니다.',
      upload: '이미지를 업로드하는 중입니다. 업로드가 끝난 뒤 보내세요.',
      file: '첨부하지 못한 파일이 있습니다. 다시 시도하거나 삭제하세요.',
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
    dropFiles: '여기에 놓으면 파일이 첨부됩니다',
    acceptedFiles:
      '텍스트, Markdown, 코드, CSV, HTML, PDF, Word 파일을 메시지 하나에 20개까지, 각각 25MB까지 첨부할 수 있습니다. 이미지는 하나입니다.',
    notPicture:
      '이 채팅에는 PNG, JPEG, GIF, WebP 이미지만 첨부할 수 있습니다. 채팅 설정에서 파일을 허용할 수 있습니다.',
    tooManyFiles: '메시지에는 파일을 20개까지 첨부할 수 있습니다. 처음 20개를 첨부했습니다.',
    waitsForFiles: '파일을 준비하는 중입니다. 파일을 다 읽으면 메시지를 보냅니다.',
    stopWaiting: '아직 보내지 않기',
    onePicture: '메시지에는 이미지를 하나만 첨부할 수 있습니다. 첫 번째 이미지를 첨부했습니다.',
    stillUploading: '메시지에는 이미지를 하나만 첨부할 수 있습니다. 첫 번째 이미지를 업로드하는 중입니다.',
  },
)
