import { expect, it } from '@jest/globals'
import { plainText } from '../../pages/chat/markdown/plain-text.js'

it.each([
  ['nothing to remove', 'Plain, with 1. a number.', 'Plain, with 1. a number.'],
  ['emphasis', 'It is **very** _deep_ and ~~dry~~.', 'It is very deep and dry.'],
  ['a heading and a paragraph', '# Ports\n\nThere are two.', 'Ports\nThere are two.'],
  ['lists', '- one\n- **two**\n  - inner\n\n3. third\n4. fourth', 'one\ntwo\ninner\n3. third\n4. fourth'],
  ['code', 'Run `npm start`:\n\n```sh\nnpm start\n```', 'Run npm start:\nnpm start'],
  ['links and pictures', '[here](https://example.org/) ![a cat](https://example.org/cat.png)', 'here a cat'],
  ['a quotation', '> Call me\n> *Ishmael*.', 'Call me\nIshmael.'],
  ['a table', '| a | b |\n| - | - |\n| **1** | 2 |', 'a, b\n1, 2'],
  ['marks without an end', '2 ** 3 and **open', '2 ** 3 and **open'],
  ['HTML, which stays text', '<b>bold</b>', '<b>bold</b>'],
])('%s: a text has its words alone', (_name, text, words) => {
  expect(plainText(text)).toBe(words)
})
