import { words as feedback } from '../feedback/words.js'
import { en as feedbackEn } from '../feedback/words.en.js'
import { words as forms } from '../forms/words.js'
import { en as formsEn } from '../forms/words.en.js'
import { words as installation } from '../installation/words.js'
import { en as installationEn } from '../installation/words.en.js'

feedback.en = feedbackEn
forms.en = formsEn
installation.en = installationEn
