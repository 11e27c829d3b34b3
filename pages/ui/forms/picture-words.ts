import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  {
    choosePicture: 'Choose a picture',
    otherPicture: 'Choose another picture',
    removePicture: 'Remove the picture',
    pictureHint: 'JPEG, PNG, GIF or WebP, at most 5 MiB.',
    pictureTooLarge: 'The picture is larger than 5 MiB. Choose a smaller one.',
    pictureBroken: 'The server cannot read this picture. Choose another one.',
    continueWithout: 'Continue without a picture',
    uploading: 'Uploading the picture…',
  },
  {
    choosePicture: '그림 선택',
    otherPicture: '다른 그림 선택',
    removePicture: '그림 지우기',
    pictureHint: 'JPEG, PNG, GIF, WebP 파일, 최대 5 MiB.',
    pictureTooLarge: '그림이 5 MiB보다 큽니다. 더 작은 그림을 선택하세요.',
    pictureBroken: '서버가 이 그림을 읽을 수 없습니다. 다른 그림을 선택하세요.',
    continueWithout: '그림 없이 계속',
    uploading: '그림을 올리는 중…',
  },
)
