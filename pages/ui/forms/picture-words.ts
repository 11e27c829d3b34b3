import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  {
    choose: 'Choose picture',
    otherPicture: 'Change picture',
    change: 'Change',
    remove: 'Remove',
    pictureHint: 'JPEG, PNG, GIF or WebP, at most 5 MiB.',
    pictureTooLarge: 'The picture is larger than 5 MiB. Choose a smaller one.',
    pictureBroken: 'The server cannot read this picture. Choose another one.',
    continueWithout: 'Continue without a picture',
    uploading: 'Uploading the picture…',
  },
  {
    choose: '이미지 선택',
    otherPicture: '이미지 변경',
    change: '변경',
    remove: '삭제',
    pictureHint: 'JPEG, PNG, GIF, WebP 파일, 최대 5 MiB.',
    pictureTooLarge: '이미지가 5 MiB보다 큽니다. 더 작은 이미지를 선택하세요.',
    pictureBroken: '이 이미지를 읽을 수 없습니다. 다른 이미지를 선택하세요.',
    continueWithout: '이미지 없이 계속',
    uploading: '이미지 업로드 중…',
  },
)
