import { words as feedback } from '../feedback/words.js'
import { ko as feedbackKo } from '../feedback/words.ko.js'
import { words as forms } from '../forms/words.js'
import { ko as formsKo } from '../forms/words.ko.js'
import { words as installation } from '../installation/words.js'
import { ko as installationKo } from '../installation/words.ko.js'

feedback.ko = feedbackKo
forms.ko = formsKo
installation.ko = installationKo
