/** What holds after every round. */
export const checks = {
  starts: 'each server ends properly when asked to, and starts again',
  answers: 'no request is answered with an internal error',
  ends: 'an acknowledged message ends completed, unless its worker was lost twice or its client cancelled it',
  follows: 'a follower sees no gap, no repetition and no text of two runs',
  equal: 'the text of a follower is the stored text',
  once: 'a message is one generation and one entry',
  consistent: 'the doctor finds nothing',
} as const

export type Check = keyof typeof checks
