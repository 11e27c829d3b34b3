import '../../ui/languages/en.js'
import { words as account } from '../account/words.js'
import { en as accountEn } from '../account/words.en.js'
import { words as characters } from '../characters/words.js'
import { en as charactersEn } from '../characters/words.en.js'
import { words as markdown } from '../markdown/words.js'
import { en as markdownEn } from '../markdown/words.en.js'
import { words as rooms } from '../rooms/words.js'
import { en as roomsEn } from '../rooms/words.en.js'
import { words as shell } from '../shell/words.js'
import { en as shellEn } from '../shell/words.en.js'

account.en = accountEn
characters.en = charactersEn
markdown.en = markdownEn
rooms.en = roomsEn
shell.en = shellEn
