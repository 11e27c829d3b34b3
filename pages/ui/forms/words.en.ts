import type { FormWords } from './words.js'

export const en: FormWords = {
  showTyped: 'Show what you typed',
  lookAtFields: 'Some fields need your attention.',
  faults: {
    required: () => 'This field is required.',
    min_length: (limit) => (limit <= 1 ? 'This field is required.' : `At least ${limit} characters.`),
    max_length: (limit) => `At most ${limit.toLocaleString('en')} characters.`,
    type: () => 'This kind of value is not accepted.',
    minimum: (limit) => `At least ${limit.toLocaleString('en')}.`,
    maximum: (limit) => `At most ${limit.toLocaleString('en')}.`,
    must_agree: () => 'You need to agree to this.',
    common: () => 'This password is too common. Choose another one.',
    wrong_password: () => 'This is not your current password.',
    taken: () => 'This is already in use.',
    image: () => 'This picture cannot be used.',
    invalid_verification_code: () => 'Wrong code.',
    expired_verification_code: () => 'The code has expired. Request another one.',
    not_found_verification_code: () => 'The code was used or tried too often. Request another one.',
    locked_verification_code: () => 'Too many wrong codes were entered. Request another email: it has a link.',
    unknown_reset_token: () => 'The code was used or has expired. Request another one.',
  },
  formats: {
    email: 'This is not an email address.',
    imageId: 'This picture is no longer on the server. Choose it again.',
    model: 'This model is no longer available. Choose another one.',
    password: 'This contains a character that a password cannot have, such as an invisible one.',
    newPassword: 'This contains a character that a password cannot have, such as an invisible one.',
    username: 'A name cannot begin or end with a space or contain invisible characters.',
    name: 'This contains a character that is not allowed, such as an invisible one.',
    tags: 'A tag contains a character that is not allowed, such as an invisible one.',
  },
}
