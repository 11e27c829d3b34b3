/** The replies to impossible requests and unknown facts: one sentence per reason. */
export const refusals = {
  tooMuch: 'That is beyond me: I am only a small demonstration model.',
  noEnglish: 'I am sorry, I understand only simple English.',
  untold: 'I do not know: nobody has told me that yet.',
  untoldName: 'You have not told me your name yet.',
  ofPeople: 'I am only an assistant: I have nothing of that kind.',
  notInPages: 'The reference text does not say it.',
  noPages: 'I do not know that: I have no reference text about it.',
  noClock: 'I do not know: I have neither a clock nor a calendar here.',
  onlyNow: 'I know only the date and the time of this moment.',
}

/** Any of these is a correct refusal. */
export const anyRefusal: readonly (readonly string[])[] = [Object.values(refusals)]
