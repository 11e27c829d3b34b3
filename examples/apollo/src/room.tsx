import { useState } from 'react'
import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { graphql } from './gql'

const room = graphql(`
  query Room($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    room(id: $id) {
      id
      name
      activeGeneration {
        id
      }
      entries(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            id
            inputData
            outputData
          }
        }
        pageInfo {
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`)

const send = graphql(`
  mutation Send($input: SendMessageInput!) {
    sendMessage(input: $input) {
      generation {
        id
      }
    }
  }
`)

const follow = graphql(`
  subscription Follow($id: ID!, $after: String) {
    generation(id: $id, after: $after) {
      offset
      delta
      cursor
      status
      error {
        message
      }
    }
  }
`)

/** The newest entries of a room, and on request the ones before them; a form for the next message. */
export function Room({ id, pageSize }: { id: string; pageSize: number }) {
  const { data, fetchMore } = useQuery(room, { variables: { id, last: pageSize } })
  const [sent, setSent] = useState<string>()
  const [ended, setEnded] = useState<string>()
  const [fault, setFault] = useState<string>()
  // a reply that was running when the page was loaded is followed too
  const generationId = sent ?? data?.room?.activeGeneration?.id
  const entries = data?.room?.entries
  const older = () => fetchMore({ variables: { id, last: pageSize, before: entries?.pageInfo.startCursor } })
  const readNew = async (fault?: string) => {
    const after = entries?.pageInfo.endCursor
    const page = { id, first: 50, after, last: null }
    setFault(await fetchMore({ variables: page }).then(() => fault, String))
    setEnded(generationId)
  }
  return (
    <section aria-label="Room">
      <h1>{data?.room?.name}</h1>
      {entries?.pageInfo.hasPreviousPage && <button onClick={older}>Older entries</button>}
      <ol>
        {entries?.edges.map(({ node }) => (
          <li key={node.id}>
            <p>{node.inputData}</p>
            <p>{node.outputData}</p>
          </li>
        ))}
      </ol>
      {fault && <p role="alert">{fault}</p>}
      {generationId && generationId !== ended ? (
        <Reply key={generationId} id={generationId} onEnd={readNew} />
      ) : (
        <Message roomId={id} onSent={setSent} />
      )}
    </section>
  )
}

/** A reply while it is generated. */
function Reply({ id, onEnd }: { id: string; onEnd: (fault?: string) => Promise<void> }) {
  const [text, setText] = useState('')
  useSubscription(follow, {
    variables: { id },
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (!data) return
      const { offset, delta, status, error } = data.generation
      setText((known) => known.slice(0, offset) + delta)
      if (status !== 'QUEUED' && status !== 'RUNNING') void onEnd(error?.message)
    },
    onError: ({ message }) => void onEnd(message),
  })
  return <p aria-live="polite">{text}</p>
}

/** A failed message can be sent again: its key prevents that it is sent twice. */
function Message({ roomId, onSent }: { roomId: string; onSent: (generationId: string) => void }) {
  const [text, setText] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [sendMessage, { error }] = useMutation(send, { errorPolicy: 'all' })
  const submit = async () => {
    const { data } = await sendMessage({ variables: { input: { roomId, text, idempotencyKey } } })
    if (data) onSent(data.sendMessage.generation.id)
  }
  return (
    <form action={submit}>
      <input value={text} onChange={({ target }) => setText(target.value)} placeholder="Message" />
      <button>Send</button>
      <p role="alert">{error?.message}</p>
    </form>
  )
}
