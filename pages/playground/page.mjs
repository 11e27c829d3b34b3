// The playground in the browser: GraphiQL on this server's own endpoint. Headers go with requests, and with
// connection_init of the socket, so a token typed once serves queries and subscriptions alike.
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import './page.css'

// GraphiQL has no options for its editors. The one that cannot be written in shows the answer.
const { editor: editors } = globalThis.monaco
editors.onDidCreateEditor((editor) => {
  const isAnswer = editor.getOption(editors.EditorOption.readOnly)
  editor.updateOptions({
    wordWrap: 'on',
    lineNumbersMinChars: 3,
    ...(isAnswer && { placeholder: 'The answer appears here.' }),
  })
})

const welcome = `# Run these in turn. After the login, add to Headers:
# { "authorization": "Bearer <token>" }

mutation Register {
  register(
    input: {
      username: "luna"
      email: "luna@example.com"
      password: "a long password"
      eulaAgreed: true
      privacyAgreed: true
    }
  ) {
    account {
      id
      username
    }
  }
}

mutation Login {
  login(
    input: {
      email: "luna@example.com"
      password: "a long password"
    }
  ) {
    token
    expiresAt
  }
}

mutation Room {
  createOfficeRoom(input: { name: "first steps" }) {
    room {
      id
    }
  }
}

mutation Send($roomId: ID!) {
  sendMessage(
    input: { roomId: $roomId, text: "Hello!" }
  ) {
    generation {
      id
      status
    }
  }
}

subscription Reply($generationId: ID!) {
  generation(id: $generationId) {
    status
    attempt
    offset
    delta
    cursor
  }
}
`

// this file is at /graphql/assets, and a proxy can put a path before it
const url = new URL('../../graphql', import.meta.url).href
const request = createGraphiQLFetcher({ url, subscriptionUrl: url.replace(/^http/, 'ws') })

/** The documentation lists the types as the introspection has them. */
const byName = async (answer) => {
  const result = await answer
  result.data?.__schema?.types.sort((one, other) => one.name.localeCompare(other.name))
  return result
}
const fetcher = (params, options) => {
  const answer = request(params, options)
  return params.operationName === 'IntrospectionQuery' ? byName(answer) : answer
}

// as in page.css
const isNarrow = matchMedia('(width < 44rem)').matches
const root = document.querySelector('#graphiql')

// GraphiQL names its shortcut, which a phone does not have, in the place of what the field is for
new MutationObserver(() => {
  const search = root.querySelector('.graphiql-doc-explorer-search input')
  if (search) search.placeholder = 'Search the schema'
}).observe(root, { childList: true, subtree: true })

// What graphiql.js, the script before this one, sets otherwise: it keeps headers, and puts the document into the address.
const asGraphiQLDoes = { plugins: undefined, shouldPersistHeaders: undefined, onEditQuery: undefined }

globalThis.YogaGraphiQL.renderYogaGraphiQL(root, {
  ...asGraphiQLDoes,
  logo: ' ',
  title:
    '<a class="graphiql-logo-link" href="https://github.com/graphql/graphiql" target="_blank" rel="noreferrer">Graph<em>i</em>QL</a>',
  fetcher,
  defaultQuery: welcome,
  defaultEditorToolsVisibility: isNarrow ? false : 'headers',
})
