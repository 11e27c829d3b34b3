import { describe, expect, it } from '@jest/globals'
import { words as cardNotices } from '../../pages/chat/characters/editor/card-notices-words.js'
import { words as cardWords } from '../../pages/chat/characters/editor/card-refusals-words.js'
import { words as bookWords } from '../../pages/chat/lorebooks/words.js'
import { cardRefusals } from '../../src/characters/cards/card-fault.js'
import { cardNoticeReasons } from '../../src/characters/cards/card-notice.js'
import { bookRefusals } from '../../src/lorebooks/book-file.js'

describe.each(['en', 'ko'] as const)('the chat page in the language %s', (language) => {
  it('has a sentence for each reason of a refused card and of a refused lorebook, with what it is about', () => {
    const letters = language === 'ko' ? /\p{Script=Hangul}/u : /^[\p{Script=Latin}\p{Script=Common}]+$/u
    for (const [refusals, sentences] of [
      [cardRefusals, cardWords[language].refusals],
      [bookRefusals, bookWords[language].refusals],
    ] as const) {
      expect(Object.keys(sentences).sort()).toEqual(Object.keys(refusals).sort())
      for (const [reason, meaning] of Object.entries(refusals)) {
        const sentence = sentences[reason]?.('first_mes') ?? ''
        expect(sentence).toMatch(letters)
        expect(sentence.includes('first_mes')).toBe(meaning.includes('`detail`'))
      }
    }
  })

  it('has a sentence for each reason of a notice that is not listed by its field', () => {
    const listed = ['WITHOUT_EFFECT', 'NO_GROUP_ROOMS', 'ASSETS_NOT_SHOWN', 'ENTRY_SETTING']
    const others = cardNoticeReasons.filter((reason) => !listed.includes(reason))
    expect(Object.keys(cardNotices[language].reasons).sort()).toEqual([...others].sort())
  })
})
