import '../../ui/languages/ko.js'
import { words as account } from '../account/words.js'
import { ko as accountKo } from '../account/words.ko.js'
import { words as characters } from '../characters/words.js'
import { ko as charactersKo } from '../characters/words.ko.js'
import { words as markdown } from '../markdown/words.js'
import { ko as markdownKo } from '../markdown/words.ko.js'
import { words as rooms } from '../rooms/words.js'
import { ko as roomsKo } from '../rooms/words.ko.js'
import { words as shell } from '../shell/words.js'
import { ko as shellKo } from '../shell/words.ko.js'

account.ko = accountKo
characters.ko = charactersKo
markdown.ko = markdownKo
rooms.ko = roomsKo
shell.ko = shellKo
