import type { FormWords } from './words.js'

export const en: FormWords = {
  showTyped: 'Show what is typed',
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
  leaveTitle: 'Leave without saving?',
  leaveLoss: 'What you have changed here is lost.',
  leave: 'Leave',
  stay: 'Stay here',
}
