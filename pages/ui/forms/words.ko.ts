import type { FormWords } from './words.js'

export const ko: FormWords = {
  showTyped: '입력한 내용 보기',
  lookAtFields: '확인이 필요한 항목이 있습니다.',
  faults: {
    required: () => '필수 항목입니다.',
    min_length: (limit) => (limit <= 1 ? '필수 항목입니다.' : `${limit}자 이상 입력하세요.`),
    max_length: (limit) => `최대 ${limit.toLocaleString('ko')}자까지 입력할 수 있습니다.`,
    type: () => '사용할 수 없는 값입니다.',
    minimum: (limit) => `${limit.toLocaleString('ko')} 이상을 입력하세요.`,
    maximum: (limit) => `${limit.toLocaleString('ko')} 이하를 입력하세요.`,
    must_agree: () => '동의가 필요합니다.',
    common: () => '많은 사람이 사용하는 비밀번호라 쉽게 알아낼 수 있습니다. 다른 비밀번호를 정하세요.',
    wrong_password: () => '현재 비밀번호와 다릅니다.',
    taken: () => '이미 사용 중입니다.',
    taken_username: () => '이미 사용 중인 이름입니다.',
    image: () => '사용할 수 없는 이미지입니다.',
    invalid_verification_code: () => '코드가 올바르지 않습니다.',
    expired_verification_code: () => '코드가 만료되었습니다. 새 코드를 요청하세요.',
    not_found_verification_code: () => '이미 사용했거나 너무 여러 번 시도한 코드입니다. 새 코드를 요청하세요.',
    locked_verification_code: () =>
      '잘못된 코드를 너무 여러 번 입력했습니다. 이메일을 다시 요청하면 링크를 보내 드립니다.',
    unknown_reset_token: () => '이미 사용했거나 만료된 코드입니다. 새 코드를 요청하세요.',
  },
  formats: {
    email: '올바른 이메일 주소가 아닙니다.',
    imageId: '서버에 더 이상 없는 이미지입니다. 다시 선택하세요.',
    model: '더 이상 사용할 수 없는 모델입니다. 다른 모델을 선택하세요.',
    password: '보이지 않는 문자처럼 비밀번호에 사용할 수 없는 문자가 있습니다.',
    newPassword: '보이지 않는 문자처럼 비밀번호에 사용할 수 없는 문자가 있습니다.',
    username: '이름은 공백으로 시작하거나 끝날 수 없고, 보이지 않는 문자를 사용할 수 없습니다.',
    name: '보이지 않는 문자처럼 사용할 수 없는 문자가 있습니다.',
    tags: '보이지 않는 문자처럼 사용할 수 없는 문자가 태그에 있습니다.',
  },
}
