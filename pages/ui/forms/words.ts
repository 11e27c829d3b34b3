import { catalogue } from '../text/catalogue.js'

export interface FormWords {
  readonly lookAtFields: string
  /** The sentence for a rule of the server that a value breaks; its own sentence where there is none. */
  readonly faults: Readonly<Record<string, ((limit: number) => string) | undefined>>
  /** The sentence for the rule `format`, by the field whose value breaks it. */
  readonly formats: Readonly<Record<string, string | undefined>>
  readonly choosePicture: string
  readonly otherPicture: string
  readonly removePicture: string
  readonly pictureHint: string
  readonly pictureTooLarge: string
  readonly pictureBroken: string
  readonly continueWithout: string
  readonly uploading: string
  readonly leaveTitle: string
  readonly leaveLoss: string
  readonly leave: string
  readonly stay: string
}

export const words = catalogue<FormWords>(
  {
    lookAtFields: 'Some fields need another look.',
    faults: {
      required: () => 'This is needed.',
      min_length: (limit) => (limit <= 1 ? 'This is needed.' : `At least ${limit} characters.`),
      max_length: (limit) => `At most ${limit.toLocaleString('en')} characters.`,
      type: () => 'The server does not accept this kind of value.',
      minimum: (limit) => `At least ${limit.toLocaleString('en')}.`,
      maximum: (limit) => `At most ${limit.toLocaleString('en')}.`,
      must_agree: () => 'Your agreement is needed.',
      common: () => 'Many people use this password, so others guess it first. Choose another one.',
      wrong_password: () => 'This is not the current password.',
      taken: () => 'This is in use already.',
      image: () => 'This is not a picture that the server accepts.',
      invalid_verification_code: () => 'This is not the code that was sent.',
      expired_verification_code: () => 'The code has expired. Request another one.',
      not_found_verification_code: () => 'The code was used, or tried too often. Request another one.',
      locked_verification_code: () =>
        'Too many wrong codes were entered for this address. Request another message: it has a link.',
      unknown_reset_token: () => 'The code was used, or has expired. Request another one.',
    },
    formats: {
      email: 'This is not an e-mail address.',
      imageId: 'The server does not keep this picture any more. Choose it again.',
      model: 'This model cannot be used any more. Choose another one.',
      password: 'This has a character that a password cannot have, such as one that cannot be seen.',
      newPassword: 'This has a character that a password cannot have, such as one that cannot be seen.',
      username: 'A name has no space at its ends and no character that cannot be seen.',
      name: 'This has a character that is not accepted, such as one that cannot be seen.',
      tags: 'A tag has a character that is not accepted, such as one that cannot be seen.',
    },
    choosePicture: 'Choose a picture',
    otherPicture: 'Choose another picture',
    removePicture: 'Remove the picture',
    pictureHint: 'JPEG, PNG, GIF or WebP, at most 5 MiB.',
    pictureTooLarge: 'The picture has more than 5 MiB. Choose a smaller one.',
    pictureBroken: 'The server cannot read this picture. Choose another one.',
    continueWithout: 'Continue without a picture',
    uploading: 'The picture is being uploaded…',
    leaveTitle: 'Leave without saving?',
    leaveLoss: 'What you have changed here is lost.',
    leave: 'Leave',
    stay: 'Stay here',
  },
  {
    lookAtFields: '다시 확인할 항목이 있습니다.',
    faults: {
      required: () => '꼭 필요한 항목입니다.',
      min_length: (limit) => (limit <= 1 ? '꼭 필요한 항목입니다.' : `${limit}자 이상이어야 합니다.`),
      max_length: (limit) => `최대 ${limit.toLocaleString('ko')}자입니다.`,
      type: () => '서버가 받지 않는 값입니다.',
      minimum: (limit) => `${limit.toLocaleString('ko')} 이상이어야 합니다.`,
      maximum: (limit) => `최대 ${limit.toLocaleString('ko')}입니다.`,
      must_agree: () => '동의가 필요합니다.',
      common: () => '많은 사람이 쓰는 비밀번호라서 쉽게 알아낼 수 있습니다. 다른 비밀번호를 정하세요.',
      wrong_password: () => '현재 비밀번호가 아닙니다.',
      taken: () => '이미 사용 중입니다.',
      image: () => '서버가 받는 그림이 아닙니다.',
      invalid_verification_code: () => '보낸 코드와 다릅니다.',
      expired_verification_code: () => '코드가 만료되었습니다. 새 코드를 요청하세요.',
      not_found_verification_code: () => '이미 사용했거나 너무 많이 시도한 코드입니다. 새 코드를 요청하세요.',
      locked_verification_code: () => '잘못된 코드를 너무 많이 입력했습니다. 메일을 다시 요청하면 링크를 보냅니다.',
      unknown_reset_token: () => '이미 사용했거나 만료된 코드입니다. 새 코드를 요청하세요.',
    },
    formats: {
      email: '이메일 주소가 아닙니다.',
      imageId: '서버에 더 이상 없는 그림입니다. 다시 선택하세요.',
      model: '더 이상 쓸 수 없는 모델입니다. 다른 모델을 고르세요.',
      password: '보이지 않는 문자처럼 비밀번호에 쓸 수 없는 문자가 있습니다.',
      newPassword: '보이지 않는 문자처럼 비밀번호에 쓸 수 없는 문자가 있습니다.',
      username: '이름의 앞뒤에 공백을 두거나 보이지 않는 문자를 쓸 수 없습니다.',
      name: '보이지 않는 문자처럼 쓸 수 없는 문자가 있습니다.',
      tags: '보이지 않는 문자처럼 쓸 수 없는 문자가 든 태그가 있습니다.',
    },
    choosePicture: '그림 선택',
    otherPicture: '다른 그림 선택',
    removePicture: '그림 지우기',
    pictureHint: 'JPEG, PNG, GIF, WebP 파일, 최대 5 MiB.',
    pictureTooLarge: '그림이 5 MiB보다 큽니다. 더 작은 그림을 선택하세요.',
    pictureBroken: '서버가 이 그림을 읽을 수 없습니다. 다른 그림을 선택하세요.',
    continueWithout: '그림 없이 계속',
    uploading: '그림을 올리는 중…',
    leaveTitle: '저장하지 않고 나갈까요?',
    leaveLoss: '여기서 바꾼 내용이 사라집니다.',
    leave: '나가기',
    stay: '계속 편집',
  },
)
