import type { FormWords } from './words.js'

export const ko: FormWords = {
  showTyped: '입력한 내용 보기',
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
}
