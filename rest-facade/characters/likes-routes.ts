import { z } from 'zod'
import { lenient, refusals } from '@parley/edge'
import { json } from '../rows/answers.js'
import { noSuchCharacter } from './character-body.js'
import { SetLikeDocument } from '../operations/operations.generated.js'
import { route, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'

// contract: likes.4
const likeAction = z.string().meta({ enum: ['like', 'unlike'] })

const likeRequest = z.object({ path: z.object({ characterId: lenient.rowId }), body: z.object({ action: likeAction }) })

const liked = z.object({ success: z.boolean(), likeCount: shapes.count })

export const likesRoutes: readonly Route[] = [
  route({
    about: {
      id: 'setLike',
      tag: 'likes',
      summary: 'Like a character, or remove the like',
      details: 'If nothing changes, `success` is false.',
    },
    method: 'post',
    path: '/api/characters/:characterId/like',
    token: 'required',
    operation: SetLikeDocument,
    request: likeRequest,
    answers: liked,
    refuses: {
      badRequest: 'The action is neither `like` nor `unlike`.',
      notFound: noSuchCharacter,
    },
    fields: { characterId: ['path', 'characterId'] },
    variables: ({ path, body }) => ({ characterId: String(path.characterId), liked: isLike(body.action) }),
    answer: ({ setLike: { changed, character } }) => json({ success: changed, likeCount: character.likeCount }),
  }),
]

function isLike(action: string): boolean {
  if (action !== 'like' && action !== 'unlike') throw refusals.badRequest('The action must be like or unlike')
  return action === 'like'
}
