/**
 * A piece of a reply and the elements that it becomes. The elements are written without what all of them have (`dir`,
 * the frames of tables and code, attributes of links). `<tex>` is a formula with its source, `<tex display>` one of its
 * own line, `<task>` and `<task done>` are the marks of a task, `<notes>` is the list of footnotes.
 */
export interface Snippet {
  /** Where such a reply stands: an issue or a pull request of GitHub, a document, or a specification. */
  readonly from: string
  readonly text: string
  readonly dom: string
  /** KaTeX has no rule for its formula: the source is shown. */
  readonly isUntypesettable?: true
  /** What it is depends on a line that comes later: it can look otherwise until then. */
  readonly isDecidedLate?: true
}

export const { raw } = String
