import { describe, expect, it } from '@jest/globals'
import { listFields, listFieldsOf } from '../abuse/attacks/graphql-lists.js'
import { listRecipes, recipeFaults } from '../abuse/attacks/list-recipes.js'
import { restFaults, restLists } from '../abuse/attacks/rest-routes.js'

describe('the attacks of npm run test:abuse', () => {
  it('reach every list of both schemas', () => {
    expect(recipeFaults(listFields(), listRecipes)).toEqual([])
  })

  it('reach every REST row that answers a list', () => {
    expect(restFaults(restLists())).toEqual([])
  })

  it('do not cover a new list automatically', () => {
    const lists = listFieldsOf(
      'type Query { notes: [String!]! page: NotesPage title: String } type NotesPage { size: Int }',
    )
    expect(lists).toEqual(['Query.notes', 'Query.page'])
    expect(recipeFaults([...listFields(), ...lists], listRecipes)).toEqual([
      'Query.notes returns a list and has no recipe in test/abuse/attacks/list-recipes.ts',
      'Query.page returns a list and has no recipe in test/abuse/attacks/list-recipes.ts',
    ])
  })
})
