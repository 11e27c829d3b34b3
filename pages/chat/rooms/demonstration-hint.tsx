import { viewer } from '@parley/client/operations'
import { useParley, useSession } from '@parley/client/react'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { IconButton } from '../../ui/forms/button.js'
import { catalogue, useWords } from '../../ui/text/catalogue.js'

const words = catalogue(
  {
    demonstration:
      'A small demonstration model answers: it finds names, facts and dates in the chat. To use a real model, start with',
    dismiss: 'Dismiss',
  },
  {
    demonstration:
      '작은 데모 모델이 답변합니다. 채팅에 나온 이름, 사실, 날짜를 찾습니다. 실제 모델은 다음 명령으로 사용할 수 있습니다:',
    dismiss: '숨기기',
  },
)

/** The command that replaces the demonstration model, for administrators alone: other people read the label of the model. */
export function DemonstrationHint({ hide }: { readonly hide: () => void }) {
  const text = useWords(words)
  const parley = useParley()
  const { accountId } = useSession()
  const { value } = useLoaded((signal) => parley.request(viewer, {}, { signal }), accountId ?? '')
  if (value?.me?.role !== 'ADMIN') return null
  return (
    <div className="demonstration">
      <p>
        {text.demonstration} <code>LOCAL_MODEL=/path/to/model.gguf npm start</code>
      </p>
      <IconButton isSmall icon="close" label={text.dismiss} onClick={hide} />
    </div>
  )
}
